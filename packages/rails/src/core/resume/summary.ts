export type SessionSummary = { readonly sessionId: string };
