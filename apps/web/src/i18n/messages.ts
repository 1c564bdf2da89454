/** A catalogue: sentences by key, nested by topic. */
export type Messages = { readonly [key: string]: string | Messages };

/** The same keys with other words. Hebrew also counts in twos, so `…_two` may join any plural. */
export type Translated<Original extends Messages> = {
  readonly [Key in keyof Original]: Original[Key] extends Messages ? Translated<Original[Key]> : string;
} & { readonly [dual: `${string}_two`]: string };
