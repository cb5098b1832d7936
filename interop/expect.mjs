// What every client of the terminal must see, whichever SDK it is built on.
import assert from 'node:assert/strict';

/**
 * @param call calls a tool: (name, arguments, options) => the result of tools/call
 * @param list lists the tools
 */
export async function expectTerminal({ call, list, name }) {
  const tools = await list();
  assert.deepEqual(tools.map((tool) => tool.name), ['run_command', 'explain_command']);
  for (const tool of tools) {
    assert.equal(tool.inputSchema.additionalProperties, false, `${tool.name} takes what it names, no more`);
    assert.deepEqual(Object.keys(tool.outputSchema.properties), ['ok', 'code', 'action', 'reason', 'detail', 'duration_ms']);
  }

  const codes = [
    ['run_command', { command: 'pwd' }, 'OK'],
    ['run_command', { command: 'rm -rf .' }, 'POLICY_DENIED'],
    ['run_command', { command: 'cat ../outside' }, 'PATH_ESCAPE'],
    ['run_command', {}, 'INVALID_REQUEST'],
    ['run_command', { command: 'pwd', more: 1 }, 'INVALID_REQUEST'],
    ['explain_command', { command: 'pwd' }, 'OK'],
  ];
  for (const [tool, args, code] of codes) {
    const result = await call(tool, args);
    const what = `${tool} ${JSON.stringify(args)}: ${JSON.stringify(result)}`;
    assert.equal(result.structuredContent.code, code, what);
    assert.notEqual(result.isError, true, what);
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent, what);
  }

  await assert.rejects(call('no_such_tool', {}), (error) => error.code === -32602);

  const many = await Promise.all(Array.from({ length: 100 }, () => call('explain_command', { command: 'pwd' })));
  assert.ok(many.every((result) => result.structuredContent.code === 'OK'));

  const heard = [];
  const slow = await call('run_command', { command: 'sleep 2' }, { onprogress: (progress) => heard.push(progress) });
  assert.equal(slow.structuredContent.code, 'OK');
  assert.ok(heard.length >= 1, 'two seconds are told of');
  assert.ok(heard.every((one, at) => at === 0 || one.progress > heard[at - 1].progress));

  const began = performance.now();
  await assert.rejects(call('run_command', { command: 'sleep 20' }, { signal: AbortSignal.timeout(300) }));
  assert.equal((await call('run_command', { command: 'pwd' })).structuredContent.code, 'OK');
  assert.ok(performance.now() - began < 15_000, 'the cancelled command is not waited for');

  console.log(`ok: ${name}`);
}

/** How the server is started: the launcher and its arguments come from run.sh. */
export function server() {
  const [command, ...args] = process.argv.slice(2);
  return { command, args, stderr: 'inherit' };
}
