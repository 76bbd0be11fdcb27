// A thread that reads calendar files.
import { answerRequests } from '../../base/threads.ts'
import { readCopies } from './copies.ts'

answerRequests(readCopies)
