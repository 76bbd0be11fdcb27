import { expect, test } from 'vitest'
import { eventBodies } from '../../shared/api/webhook-events.ts'
import { eventTypes } from '../../shared/api/webhooks.ts'
import { eventExamples } from './openapi.ts'

test.each(eventTypes)('GEN-11 WHK-03 the example of %s is a body of that event', (type) => {
  const example = eventExamples[type]
  expect(eventBodies[type].parse(example)).toEqual(example)
})
