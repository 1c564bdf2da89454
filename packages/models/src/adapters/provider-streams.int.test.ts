import '../testing/only-loopback.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatEvent } from '../core/chat.ts';
import { collect, modelOn, wires } from '../testing/doubles/clients.ts';
import type { Turn } from '../testing/doubles/script.ts';
import { type Doubles, startDoubles, wireOf } from '../testing/doubles/server.ts';

let doubles: Doubles;
beforeAll(async () => {
  doubles = await startDoubles();
});
afterAll(() => doubles.close());

const endings = (events: readonly ChatEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'finished' ? ['finished'] : event.kind === 'failed' ? [event.failure.code] : [],
  );

describe.each(wires)('%s: a stream that does not end well', (_name, entry) => {
  const model = () => modelOn(doubles, entry);
  const wire = wireOf(entry.provider);

  test('cut at any boundary of its chunks or inside one, politely or not, it is a network failure and never an answer', async () => {
    const turn: Turn = {
      reasoning: 'Look.',
      text: 'Twelve towns.',
      toolCalls: [{ name: 'read_file', input: { path: 'a.csv', sheet: null } }],
    };
    const chunks = wire.stream(turn);
    const needed = chunks.length - wire.spare;
    const played = async (cut: NonNullable<Turn['cut']>) => {
      doubles.script({ ...turn, cut });
      return { cut, ended: endings(await collect(model())) };
    };
    for (const [after, chunk] of chunks.entries()) {
      // In the middle, and before the newline that says the chunk is whole.
      for (const bytes of [0, Math.floor(chunk.length / 2), chunk.length - 1]) {
        for (const how of ['end', 'break'] as const) {
          const { cut, ended } = await played({ after, bytes, how });
          if (after < needed) expect({ cut, ended }).toEqual({ cut, ended: ['NETWORK_UNAVAILABLE'] });
          else if (how === 'end') expect({ cut, ended }).toEqual({ cut, ended: ['finished'] });
          // A connection that breaks behind the last word may take it along.
          else expect(['finished', 'NETWORK_UNAVAILABLE']).toContain(ended.join());
        }
      }
    }
    expect((await played({ after: chunks.length, how: 'end' })).ended).toEqual(['finished']);
  });
});
