type Sent<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: string; readonly part?: string };

/** Bytes to an address that answers with what it made of them. */
export const sendBytes = async <Value>(address: string, bytes: Blob): Promise<Sent<Value>> => {
  const answer = await fetch(address, { method: 'PUT', body: bytes }).catch(() => undefined);
  const body = (await answer?.json().catch(() => undefined)) as
    | { readonly ok: true; readonly value: Value }
    | { readonly ok: false; readonly error: { readonly code: string; readonly details?: { readonly part?: string } } }
    | undefined;
  if (body?.ok) return body;
  const part = body?.error.details?.part;
  return { ok: false, code: body?.error.code ?? 'UNREACHABLE', ...(part !== undefined && { part }) };
};
