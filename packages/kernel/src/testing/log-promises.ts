import { hash } from 'node:crypto';
import reference from 'canonicalize';
import { describe, expect, test } from 'vitest';
import type { LogEvent, NewEvent } from '../core/event.ts';
import type { Result } from '../core/result.ts';
import type { BlobId } from '../ports/blobs.ts';
import type { EventLog } from '../ports/event-log.ts';

export type LogUnderTest = {
  readonly log: EventLog;
  /** The same streams through another adapter instance, as another process would see them. */
  readonly reopen: () => Promise<EventLog>;
  readonly dispose: () => Promise<void>;
};

export const said = (text: string, key: string | null = null): NewEvent => ({ kind: 'said', key, data: { text } });

export const unwrap = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
};

export const textsOf = (events: readonly LogEvent[]): readonly unknown[] => events.map((event) => event.data['text']);

/** What every log keeps, whatever it is kept on. */
export const eventLogKeepsItsPromises = (name: string, create: () => Promise<LogUnderTest>): void => {
  const promise = (title: string, prove: (given: LogUnderTest) => Promise<void>): void =>
    test(title, async () => {
      const given = await create();
      try {
        await prove(given);
      } finally {
        await given.dispose();
      }
    });
  const allOf = async (log: EventLog, stream = 'session/s'): Promise<readonly LogEvent[]> =>
    unwrap(await log.read(stream)).events;

  describe(`the ${name} log keeps its promises`, () => {
    promise('seqs run from 0 without gaps, and what is read is what was appended', async ({ log }) => {
      const first = unwrap(await log.append('session/s', [said('a'), said('b')], { expected: 0 }));
      const second = unwrap(await log.append('session/s', [said('c')], { expected: 2 }));
      expect([first.first, first.next, second.first, second.next]).toEqual([0, 2, 2, 3]);
      const read = await allOf(log);
      expect(read).toEqual([...first.events, ...second.events]);
      expect(read.map((event) => event.seq)).toEqual([0, 1, 2]);
    });

    promise('the envelope is whole: version, id and time are there, and given ones are kept', async ({ log }) => {
      const id = `evt_${'a'.repeat(26)}`;
      const at = '2024-02-03T04:05:06.789Z';
      await log.append('install', [said('given', 'k'), { ...said('own'), id, at }], { expected: 0 });
      const [first, second] = await allOf(log, 'install');
      expect(first).toMatchObject({ v: 1, seq: 0, kind: 'said', key: 'k', data: { text: 'given' } });
      expect(first?.id).toMatch(/^evt_[a-z2-7]{26}$/);
      expect(first?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(second).toMatchObject({ id, at, key: null });
    });

    promise('data of every JSON shape comes back as it was', async ({ log }) => {
      const data = {
        שלום: 'עולם 😀 \u0000 "\\ \n',
        n: [0, -1.5, 1e21, 1e-7],
        deep: { a: { b: [null, true, {}] } },
        '': [],
      };
      await log.append('session/s', [{ kind: 'shaped', key: 'a"key":\\', data }], { expected: 'any' });
      expect((await allOf(log))[0]).toMatchObject({ data, key: 'a"key":\\' });
    });

    promise('a caller that changes its object afterwards does not change history', async ({ log }) => {
      const data = { list: [1] };
      await log.append('session/s', [{ kind: 'kept', key: null, data }], { expected: 0 });
      data.list.push(2);
      expect((await allOf(log))[0]?.data).toEqual({ list: [1] });
    });

    promise('an append that believes in another next seq is refused and changes nothing', async ({ log }) => {
      await log.append('session/s', [said('a')], { expected: 0 });
      for (const expected of [0, 2]) {
        expect(await log.append('session/s', [said('b')], { expected })).toEqual({
          ok: false,
          error: { code: 'STALE', next: 1 },
        });
      }
      expect(textsOf(await allOf(log))).toEqual(['a']);
    });

    promise('a retry whose keys are all recorded changes nothing and returns what is recorded', async ({ log }) => {
      const sent = [said('a', 'k1'), said('b', 'k2')];
      const first = unwrap(await log.append('session/s', sent, { expected: 0 }));
      await log.append('session/s', [said('later')], { expected: 2 });
      const again = unwrap(await log.append('session/s', sent, { expected: 0 }));
      expect(again).toEqual({ ...first, repeated: true });
      expect(textsOf(await allOf(log))).toEqual(['a', 'b', 'later']);
    });

    promise(
      "a retry is found by its key alone where 'any' seq will do, here and elsewhere",
      async ({ log, reopen }) => {
        const [one, other] = [said('a', 'k'), said('b', 'l')];
        const first = unwrap(await log.append('session/s', [one], { expected: 'any' }));
        const elsewhere = await reopen();
        const second = unwrap(await elsewhere.append('session/s', [other], { expected: 'any' }));
        // The first again twice: where the end of the stream was not known, and where it is.
        for (const from of [log, elsewhere, log]) {
          expect(unwrap(await from.append('session/s', [one], { expected: 'any' }))).toEqual({
            ...first,
            repeated: true,
          });
          expect(unwrap(await from.append('session/s', [other], { expected: 'any' }))).toMatchObject({
            first: second.first,
            repeated: true,
          });
        }
        expect(textsOf(await allOf(log))).toEqual(['a', 'b']);
      },
    );

    promise('a retry finds the events without a key beside those that have one', async ({ log }) => {
      const sent = [said('a'), said('b', 'k'), said('c')];
      const first = unwrap(await log.append('session/s', sent, { expected: 0 }));
      expect(unwrap(await log.append('session/s', sent, { expected: 0 }))).toEqual({ ...first, repeated: true });
    });

    promise('a partial overlap of keys is refused and changes nothing', async ({ log }) => {
      await log.append('session/s', [said('a', 'k1')], { expected: 0 });
      expect(await log.append('session/s', [said('a', 'k1'), said('b', 'k2')], { expected: 1 })).toMatchObject({
        ok: false,
        error: { code: 'INVALID', reason: 'partial_key_overlap' },
      });
      expect(textsOf(await allOf(log))).toEqual(['a']);
    });

    promise('the same key in another stream is another key', async ({ log }) => {
      await log.append('session/s', [said('a', 'k')], { expected: 0 });
      expect(unwrap(await log.append('session/t', [said('b', 'k')], { expected: 0 })).repeated).toBe(false);
    });

    promise('appends waiting together are each whole, in order, and see one another', async ({ log }) => {
      const sent = Array.from({ length: 40 }, (_, n) => [said(`${n}a`, `k${n}`), said(`${n}b`)]);
      const answers = await Promise.all(sent.map((events) => log.append('session/s', events, { expected: 'any' })));
      expect(answers.map((answer) => unwrap(answer).first)).toEqual(sent.map((_, n) => n * 2));
      expect(textsOf(await allOf(log))).toEqual(sent.flatMap((_, n) => [`${n}a`, `${n}b`]));
    });

    promise('of appends waiting together that believe in one seq, one wins', async ({ log }) => {
      const answers = await Promise.all([1, 2, 3].map((n) => log.append('session/s', [said(`${n}`)], { expected: 0 })));
      expect(answers.map((answer) => answer.ok || answer.error)).toEqual([
        true,
        { code: 'STALE', next: 1 },
        { code: 'STALE', next: 1 },
      ]);
    });

    promise('of appends waiting together with one key, the second is told what the first recorded', async ({ log }) => {
      const answers = await Promise.all(
        [0, 0].map((expected) => log.append('session/s', [said('a', 'k')], { expected })),
      );
      expect(answers.map((answer) => unwrap(answer).repeated)).toEqual([false, true]);
      expect(unwrap(answers[1] as (typeof answers)[0]).events).toEqual(await allOf(log));
    });

    promise('a range reads what it says, and past the end there is nothing', async ({ log }) => {
      await log.append(
        'session/s',
        ['a', 'b', 'c', 'd'].map((text) => said(text)),
        { expected: 0 },
      );
      const range = async (from: number, limit?: number) => {
        const { events, next } = unwrap(await log.read('session/s', limit === undefined ? { from } : { from, limit }));
        return [textsOf(events).join(''), next];
      };
      expect(await range(1, 2)).toEqual(['bc', 3]);
      expect(await range(2)).toEqual(['cd', 4]);
      expect(await range(4)).toEqual(['', 4]);
      expect(await range(9)).toEqual(['', 4]);
      expect(await range(0, 0)).toEqual(['', 0]);
      for (const bad of [{ from: -1 }, { from: 0.5 }, { limit: -1 }, { limit: Number.NaN }]) {
        expect(await log.read('session/s', bad)).toMatchObject({
          ok: false,
          error: { code: 'INVALID', reason: 'bad_range' },
        });
      }
    });

    promise('a stream that does not exist reads as empty and healthy', async ({ log }) => {
      expect(await log.read('session/none')).toMatchObject({ ok: true, value: { events: [], next: 0 } });
      expect(await log.health('session/none')).toEqual({ kind: 'healthy', next: 0 });
      expect(await log.content('session/none', `sha256:${'0'.repeat(64)}`)).toBeUndefined();
      expect(await log.list('session')).toEqual([]);
    });

    promise('content rides inside a commit, and only the stream that carried it has it', async ({ log, reopen }) => {
      const text = new TextEncoder().encode('{"a":"ש"}');
      const raw = Uint8Array.from({ length: 4096 }, (_, n) => (n * 7) & 255);
      const content = [text, raw, new Uint8Array(0)];
      await log.append('session/s', [said('with')], { expected: 0, content });
      await log.append('session/t', [said('without')], { expected: 0 });
      const ids = content.map(idOf);
      for (const reader of [log, await reopen()]) {
        for (const [index, id] of ids.entries()) expect(await reader.content('session/s', id)).toEqual(content[index]);
        expect(await reader.content('session/t', ids[0] as (typeof ids)[0])).toBeUndefined();
      }
    });

    promise('a log says which content its commits carry', async ({ log, reopen }) => {
      const parts = [new Uint8Array(3), new Uint8Array(4), Uint8Array.of(1, 2)];
      const ids = parts.map(idOf);
      const [a, b, pinnedOnly] = ids as [BlobId, BlobId, BlobId];
      const neither = idOf(Uint8Array.of(9));
      await log.append('session/s', [said('one', 'one')], { expected: 0, content: [new Uint8Array(3)] });
      await log.append('session/s', [said('two', 'two')], { expected: 1, pins: [pinnedOnly] });
      await log.append('session/s', [said('three', 'three')], { expected: 2, content: [new Uint8Array(4)], pins: [a] });
      for (const reader of [log, await reopen()]) {
        const carried = await reader.carried('session/s', new Set([...ids, neither]));
        expect(carried).toEqual({ ok: true, value: new Set([a, b]) });
        expect(await reader.carried('session/s', new Set([b]))).toEqual({ ok: true, value: new Set([b]) });
        expect(await reader.carried('session/none', new Set(ids))).toEqual({ ok: true, value: new Set() });
      }
    });

    promise('commits tell what they pin and let go, and form a chain', async ({ log, reopen }) => {
      const pin = `sha256:${'1'.repeat(64)}` as const;
      await log.append('session/s', [said('a'), said('b')], { expected: 0, pins: [pin], content: [new Uint8Array(3)] });
      await log.append('session/s', [said('c')], { expected: 2, unpins: [pin] });
      for (const reader of [log, await reopen()]) {
        const { commits, next } = unwrap(await reader.commits('session/s'));
        expect(next).toBe(2);
        expect(commits.map(({ commit, first, last, pins, unpins }) => ({ commit, first, last, pins, unpins }))).toEqual(
          [
            { commit: 0, first: 0, last: 1, pins: [pin, idOf(new Uint8Array(3))], unpins: [] },
            { commit: 1, first: 2, last: 2, pins: [], unpins: [pin] },
          ],
        );
        const [before, after] = commits;
        expect(after?.prev).toBe(before && hash('sha256', reference(before) ?? '', 'hex'));
        expect(before?.prev).toBe(hash('sha256', '{"stream":"session/s","v":1}', 'hex'));
        expect(unwrap(await reader.commits('session/s', { from: 1, limit: 1 })).commits).toEqual([after]);
      }
    });

    promise('bad input is refused by name and changes nothing', async ({ log }) => {
      const refusalOf = async (given: Promise<Result<unknown, unknown>>) => {
        const answer = await given;
        return answer.ok ? 'accepted' : (answer.error as { reason: string }).reason;
      };
      const try1 = (event: object) => refusalOf(log.append('session/s', [event as NewEvent], { expected: 0 }));
      expect(await refusalOf(log.append('session/../etc', [said('a')], { expected: 0 }))).toBe('bad_stream');
      expect(await refusalOf(log.append('', [said('a')], { expected: 0 }))).toBe('bad_stream');
      expect(await refusalOf(log.read('../etc'))).toBe('bad_stream');
      expect(await refusalOf(log.append('session/s', [], { expected: 0 }))).toBe('empty');
      expect(await try1({ ...said('a'), kind: 'two words' })).toBe('bad_event');
      expect(await try1({ ...said('a'), key: '' })).toBe('bad_event');
      expect(await try1({ ...said('a'), at: 'yesterday' })).toBe('bad_event');
      expect(await try1({ ...said('a'), id: '../../x' })).toBe('bad_event');
      expect(await try1({ ...said('a'), data: [] })).toBe('bad_event');
      expect(await try1({ ...said('a'), data: { x: undefined } })).toBe('not_json');
      expect(await try1({ ...said('a'), data: { x: Number.NaN } })).toBe('not_json');
      expect(await refusalOf(log.append('session/s', [said('a', 'k'), said('b', 'k')], { expected: 0 }))).toBe(
        'bad_event',
      );
      const many = Array.from({ length: 5_001 }, () => said('a'));
      expect(await refusalOf(log.append('session/s', many, { expected: 0 }))).toBe('too_large');
      expect(await refusalOf(log.append('session/s', [said('x'.repeat(4_200_000))], { expected: 0 }))).toBe(
        'too_large',
      );
      const options = { expected: 0, content: [new Uint8Array(4097)] };
      expect(await refusalOf(log.append('session/s', [said('a')], options))).toBe('content_too_large');
      const pins = ['sha256:../../x' as const];
      expect(await refusalOf(log.append('session/s', [said('a')], { expected: 0, pins }))).toBe('bad_content_id');
      expect(await log.read('session/s')).toMatchObject({ ok: true, value: { events: [], next: 0 } });
    });

    promise('a stream of many commits is imported at once, under the name it is given', async ({ log, reopen }) => {
      const pin = `sha256:${'1'.repeat(64)}` as const;
      const bytes = new TextEncoder().encode('rides along');
      const id = `evt_${'a'.repeat(26)}`;
      const commits = [
        { events: [{ ...said('a', 'k'), id }, said('b')], pins: [pin], content: [bytes] },
        { events: [said('c')], unpins: [pin] },
      ];
      expect(unwrap(await log.importStream('session/s', commits))).toEqual({ next: 3 });
      for (const reader of [log, await reopen()]) {
        expect(textsOf(await allOf(reader))).toEqual(['a', 'b', 'c']);
        expect((await allOf(reader))[0]).toMatchObject({ id, key: 'k' });
        const found = unwrap(await reader.commits('session/s')).commits;
        expect(found.map(({ pins, unpins }) => [pins, unpins])).toEqual([
          [[pin, idOf(bytes)], []],
          [[], [pin]],
        ]);
        expect(found[0]?.prev).toBe(hash('sha256', '{"stream":"session/s","v":1}', 'hex'));
        expect(await reader.content('session/s', idOf(bytes))).toEqual(bytes);
        expect(await reader.health('session/s')).toEqual({ kind: 'healthy', next: 3 });
      }
      expect(unwrap(await log.append('session/s', [said('a', 'k')], { expected: 0 })).repeated).toBe(true);
      expect(unwrap(await log.append('session/s', [said('d')], { expected: 3 })).first).toBe(3);
    });

    promise('an import never touches a stream that is there, and one that is refused leaves none', async ({ log }) => {
      await log.append('session/s', [said('mine')], { expected: 0 });
      const refused = await log.importStream('session/s', [{ events: [said('other')] }]);
      expect(refused).toEqual({ ok: false, error: { code: 'STREAM_EXISTS' } });
      expect(textsOf(await allOf(log))).toEqual(['mine']);
      const twice = [{ events: [said('a', 'k')] }, { events: [said('b', 'k')] }];
      expect(await log.importStream('session/new', twice)).toMatchObject({ ok: false, error: { code: 'INVALID' } });
      expect(await log.importStream('session/new', [])).toMatchObject({ ok: false, error: { reason: 'empty' } });
      expect(await log.list('session')).toEqual(['session/s']);
    });

    promise('streams are listed by kind', async ({ log }) => {
      for (const stream of ['session/b', 'install', 'session/a', 'bench/a'])
        await log.append(stream, [said('x')], { expected: 0 });
      expect(await log.list('session')).toEqual(['session/a', 'session/b']);
      expect(await log.list('install')).toEqual(['install']);
      expect(await log.list('project')).toEqual([]);
      expect(await log.list('../session')).toEqual([]);
    });

    promise('another instance sees what was appended, and appends after it', async ({ log, reopen }) => {
      await log.append('session/s', [said('a', 'k')], { expected: 0 });
      const other = await reopen();
      expect(textsOf(await allOf(other))).toEqual(['a']);
      expect(unwrap(await other.append('session/s', [said('a', 'k')], { expected: 0 })).repeated).toBe(true);
      await other.append('session/s', [said('b')], { expected: 1 });
      expect(textsOf(await allOf(log))).toEqual(['a', 'b']);
      expect(unwrap(await log.append('session/s', [said('c')], { expected: 2 })).first).toBe(2);
      expect(await log.health('session/s')).toEqual({ kind: 'healthy', next: 3 });
    });

    promise(
      'a follower gets every event from its seq on, from whichever instance, and ends when told',
      async ({ log, reopen }) => {
        await log.append('session/s', [said('a'), said('b')], { expected: 0 });
        const other = await reopen();
        const stop = new AbortController();
        const seen: unknown[] = [];
        const following = (async () => {
          for await (const event of log.follow('session/s', 1, stop.signal)) {
            seen.push(event.data['text']);
            if (seen.length === 3) stop.abort();
          }
        })();
        await log.append('session/s', [said('c')], { expected: 2 });
        await other.append('session/s', [said('d')], { expected: 3 });
        await following;
        expect(seen).toEqual(['b', 'c', 'd']);
      },
    );

    promise('a follower of a stream that is not born yet waits for its birth', async ({ log }) => {
      const stop = new AbortController();
      const following = (async () => {
        for await (const event of log.follow('session/new', 0, stop.signal)) return event.data['text'];
        return undefined;
      })();
      await log.append('session/new', [said('born')], { expected: 0 });
      expect(await following).toBe('born');
    });

    promise('after close an append is a fault', async ({ log }) => {
      await log.append('session/s', [said('a')], { expected: 0 });
      await log.close();
      await expect(log.append('session/s', [said('b')], { expected: 1 })).rejects.toThrow('closed');
    });
  });
};

const idOf = (bytes: Uint8Array): `sha256:${string}` => `sha256:${hash('sha256', bytes, 'hex')}`;
