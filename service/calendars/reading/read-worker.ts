// The thread that reads one calendar file: started for it, and ended with it.
import { parentPort, workerData } from 'node:worker_threads'
import { readCopies, type ReadRequest } from './copies.ts'

parentPort?.postMessage(readCopies(workerData as ReadRequest))
