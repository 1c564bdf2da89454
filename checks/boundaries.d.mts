declare const rules: { readonly forbidden: readonly { readonly name: string }[] };
export default rules;
