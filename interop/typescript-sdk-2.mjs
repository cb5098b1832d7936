// The TypeScript SDK that speaks both eras: with the handshake, by its own choice, and without.
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expectTerminal, server } from './expect.mjs';

for (const [mode, version] of [['legacy', '2025-11-25'], ['auto', '2026-07-28'], [{ pin: '2026-07-28' }, '2026-07-28']]) {
  const client = new Client({ name: 'interop', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport(server()));
  assert.equal(client.getNegotiatedProtocolVersion(), version);
  await expectTerminal({
    name: `@modelcontextprotocol/client 2, ${JSON.stringify(mode)}: ${version}`,
    list: async () => (await client.listTools()).tools,
    call: (name, args, options) => client.callTool({ name, arguments: args }, options),
  });
  await client.close();
}
