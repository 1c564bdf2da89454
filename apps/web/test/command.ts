import type { Page } from '@playwright/test';

/** Calls a command the way the page does, for what a test needs but does not test. */
export const command = async <Value>(page: Page, name: string, params: object): Promise<Value> => {
  const reply = await page.evaluate(
    async ([address, body]) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(address ?? '', { method: 'POST', headers, body: body ?? '' });
      return (await response.json()) as { json: { ok: boolean; value: unknown; error?: unknown } };
    },
    [`/api/${name}`, JSON.stringify({ json: params })],
  );
  if (!reply.json.ok) throw new Error(`${name} was refused: ${JSON.stringify(reply.json.error)}`);
  return reply.json.value as Value;
};
