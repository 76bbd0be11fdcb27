// For tests: failures of `svc`.
import { expect } from 'vitest'
import { commands } from './commands.ts'
import { runCommandLine } from './run.ts'
import { svc } from './svc-testing.ts'

/** A failure is one JSON object with one sentence, and no stack trace or SQL in it. */
function expectSentence(stdout: string, code: string, sentence: RegExp) {
  const { error } = JSON.parse(stdout)
  expect(error.code).toBe(code)
  expect(error.message).toMatch(sentence)
  expect(error.message).not.toMatch(/\n|undefined|\[object/)
  expect(stdout).not.toMatch(/ {4}at |\.ts:\d|insert into|select /i)
}

/** Runs a command in this process, which is faster. */
export async function expectFailure(words: string[], code: string, sentence = /./) {
  const { exitCode, output } = await runCommandLine(commands, words)
  expect(exitCode).toBe(1)
  expectSentence(output, code, sentence)
}

/** Runs a command as a person does; its log must be clean too. */
export async function expectRealFailure(words: string[], code: string, sentence = /./) {
  const { exitCode, stdout, stderr } = await svc(...words)
  expect(exitCode).toBe(1)
  expectSentence(stdout, code, sentence)
  expect(stderr).not.toMatch(/ {4}at |\.ts:\d|insert into|select /i)
}
