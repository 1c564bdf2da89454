type Refused = { readonly ok: false; readonly error: { readonly code: string; readonly details?: unknown } };

/** The value of a reply that has to be one. */
export const done = async <T>(reply: Promise<{ readonly ok: true; readonly value: T } | Refused>): Promise<T> => {
  const told = await reply;
  if (!told.ok) throw new Error(`${told.error.code} ${JSON.stringify(told.error.details ?? {})}`);
  return told.value;
};

/** The code of a reply that has to be a refusal. */
export const codeOf = async (reply: Promise<{ readonly ok: true } | Refused>): Promise<string | undefined> => {
  const told = await reply;
  return told.ok ? undefined : told.error.code;
};
