// The TypeScript SDK of the handshake era.
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expectTerminal, server } from './expect.mjs';

const client = new Client({ name: 'interop', version: '1' });
await client.connect(new StdioClientTransport(server()));
assert.equal(client.getServerVersion().name, 'safe-mcp terminal');
assert.equal(client.getServerCapabilities().logging, undefined);
assert.ok(client.getInstructions());
await client.ping();
await expectTerminal({
  name: '@modelcontextprotocol/sdk 1',
  list: async () => (await client.listTools()).tools,
  call: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
});
await client.close();
