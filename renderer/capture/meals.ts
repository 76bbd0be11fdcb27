// "Dinner at 7" is in the evening, "wake up 5:30" in the morning: which half of the day an hour is in where only the words
// around it say so. Pure.
const evening = /(?<!\p{L})(?:dine|dinner|supper|abendessen|abendbrot)(?!\p{L})/iu
const morning =
  /(?<!\p{L})(?:breakfast|(?:wake|get)\s+up|alarm|sunrise|frühstück(?:en)?|aufstehen|wecker)(?!\p{L})/iu

/** Of an hour without its half of the day; null where the line says nothing of it. */
export function hourByMeal(line: string, hour: number): number | null {
  if (hour >= 5 && hour <= 9 && evening.test(line)) return hour + 12
  return hour <= 9 && morning.test(line) ? hour : null
}
