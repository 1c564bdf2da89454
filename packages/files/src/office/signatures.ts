/** An edit makes every signature of a package invalid. The program that opens it will say so; so does the answer. */
export const signatureWarnings = (parts: { readonly names: () => readonly string[] }): readonly string[] =>
  parts.names().some((name) => name.startsWith('_xmlsignatures/')) ? ['signature_invalid'] : [];
