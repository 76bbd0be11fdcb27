/** The messages of one view in another language: the same keys. */
export type Translated<English> = { [Key in keyof English]: string }
