// How much a search of the launcher surface may ask for (LCH-06). Without the schema library, as what a task may hold.
export const longestQuery = 200
