// Types that parse the arguments of an ICU message, so that `say('x', { count })` is type-checked. Braces alternate: in text
// they open an argument, in an argument they open the text of a choice.

type ValueOf<Kind extends string> = Kind extends 'number' | 'plural' | 'selectordinal' ? number : string

type Argument<Name extends string, Kind extends string> = { [K in Name]: ValueOf<Kind> }

/** @template Depth one element per open argument. */
type InText<Text extends string, Depth extends unknown[]> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${infer Rest}`
    ? InChoices<`${Rest}{${After}`, Depth>
    : InArgument<After, Depth>
  : Depth extends []
    ? unknown
    : Text extends `${string}}${infer Rest}`
      ? InChoices<Rest, Depth>
      : unknown

/** After the opening brace of an argument. */
type InArgument<Text extends string, Depth extends unknown[]> = Text extends `${infer Head}}${infer Rest}`
  ? Head extends `${infer Name}, ${infer Kind}, ${string}{${infer Choice}`
    ? Argument<Name, Kind> & InText<`${Choice}}${Rest}`, [...Depth, 1]>
    : Head extends `${infer Name}, ${infer Kind}`
      ? Argument<Name, Kind extends `${infer Plain}, ${string}` ? Plain : Kind> & InText<Rest, Depth>
      : Argument<Head, 'text'> & InText<Rest, Depth>
  : unknown

/** After the closing brace of a choice: the next choice, or the end of the argument. */
type InChoices<Text extends string, Depth extends unknown[]> = Text extends `${infer Before}}${infer Rest}`
  ? Before extends `${string}{${infer Choice}`
    ? InText<`${Choice}}${Rest}`, Depth>
    : Depth extends [unknown, ...infer Outer]
      ? InText<Rest, Outer>
      : unknown
  : unknown

type Flat<T> = { [K in keyof T]: T[K] }

/** The arguments of an ICU message by name; `{}` if there are none. */
export type ArgumentsOf<Text extends string> = Flat<InText<Text, []>>

type Catalogue = Readonly<Record<string, string>>

/** Keys of messages without arguments. */
export type PlainKeyOf<Messages extends Catalogue> = {
  [K in keyof Messages]: keyof ArgumentsOf<Messages[K]> extends never ? K : never
}[keyof Messages]

/** The parameters of `say` after the key. */
export type GivenOf<Text extends string> = keyof ArgumentsOf<Text> extends never
  ? []
  : [values: ArgumentsOf<Text>]
