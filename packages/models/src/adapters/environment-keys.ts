/** The usual names; a key in the environment wins over a saved one and is shown as such. */
export const environmentNames = {
  openai: ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  mistral: ['MISTRAL_API_KEY'],
} as const;

export const environmentKey = (
  provider: string,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly name: string; readonly key: string } | undefined => {
  const names: readonly string[] = environmentNames[provider as keyof typeof environmentNames] ?? [];
  for (const name of names) {
    const key = environment[name]?.trim();
    if (key) return { name, key };
  }
  return undefined;
};
