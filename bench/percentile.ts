/** The value below which `share` (0…1) of the samples lie, by nearest rank; rounded to hundredths. */
export const percentile = (samples: readonly number[], share: number): number => {
  const sorted = [...samples].sort((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
  return Math.round(value * 100) / 100
}
