/** The messages of a view in another language, with the same keys. */
export type Translated<English> = { [Key in keyof English]: string }
