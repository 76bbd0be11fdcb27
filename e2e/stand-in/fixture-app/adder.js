// A utility process: adds, or dies when told to.
process.parentPort.on('message', ({ data }) => {
  if (data === 'crash') process.exit(3)
  process.parentPort.postMessage({ sum: BigInt(data.a) + data.b, argv: process.argv.slice(2) })
})
