import { expect, test } from 'vitest'
import { asFileError } from './file-error.ts'

const failed = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more })

test.each([
  ['EROFS', /^a\.csv .*read-only file system\. Name another file\.$/],
  ['EDQUOT', /no space left for a\.csv/],
  ['EBUSY', /^a\.csv cannot be written \(EBUSY\)\. Name another file\.$/],
])('CLI-03 %s is a sentence that says what to do', (code, sentence) => {
  const error = asFileError(failed(code, { path: 'a.csv' }), 'a.csv', 'written')
  expect(error).toMatchObject({ operatorCode: expect.any(String), message: expect.stringMatching(sentence) })
})

test('CLI-03 an error of a disk has no path, and an error of a connection stays as it is', () => {
  expect(asFileError(failed('EIO'), 'a.csv')).toMatchObject({ operatorCode: 'file_unusable' })
  const cut = failed('ECONNRESET')
  expect(asFileError(cut, 'a.csv')).toBe(cut)
})
