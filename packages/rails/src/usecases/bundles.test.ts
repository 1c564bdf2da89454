import { createIds, sha256 } from '@atelier/kernel/adapters';
import type { JsonObject, LogEvent } from '@atelier/kernel/core';
import { createSeededWorld } from '@atelier/kernel/testing';
import { describe, expect, test } from 'vitest';
import { createRecordBundleSigner } from '../adapters/keyring/bundle-signer.ts';
import { buildBundle } from '../core/bundle/build.ts';
import type { Bundle, BundleParts } from '../core/bundle/bundle.ts';
import { canonical } from '../core/canonical.ts';
import { digestOf, type SessionId } from '../core/ids.ts';
import { encodeSession } from '../core/session/codec.ts';
import { utf8Bytes } from '../core/text.ts';
import type { BundleSigner } from '../ports/bundle-signer.ts';
import { createMemoryRecords } from '../testing/memory-records.ts';
import { artifact, createTestWorld, linear, notes, okAnswer, type TestWorld, unwrap } from '../testing/world.ts';
import { exportSession } from './export-session.ts';
import { importBundle, reviewBundle } from './import-bundle.ts';

const files = { 'project.abc': linear('project.abc', ['a', 'b', 'c']) };
const ids = createIds(createSeededWorld(99));
const exporter = (world: TestWorld, signer = noSigner) =>
  exportSession({ sha256, log: world.log, blobs: world.blobs, now: () => 0, newId: ids, appVersion: '0.1.0', signer });
const importing = (world: TestWorld, signer: BundleSigner = createRecordBundleSigner(createMemoryRecords())) => ({
  sha256,
  log: world.log,
  blobs: world.blobs,
  newId: ids,
  signer,
  catalog: world.deps.catalog,
});
const importer = (world: TestWorld) => (json: unknown) => importBundle(importing(world))(json, { reviewed: true });
/** As on a disk that takes no key. */
const noSigner: BundleSigner = {
  sign: async () => undefined,
  verify: () => false,
  publicKey: async () => undefined,
};

const exported = async (): Promise<{
  world: TestWorld;
  bundle: Bundle;
  tip: Awaited<ReturnType<TestWorld['start']>>;
}> => {
  const world = createTestWorld(files);
  world.gitFacts.push({ key: 'repo_root', value: { type: 'path', value: '/home/someone/secret' }, confidence: 'high' });
  const a = await world.start('project.abc', { goal: 'move it', workspace: { path: '/x', confidence: 'high' } });
  const big = { kind: 'my.report', text: 'r'.repeat(6_000) };
  const b = okAnswer(await world.advance(a, { ...artifact(big), context: { found: true } }));
  await world.advance(await world.rehydrate(a), notes('other way'));
  const bundle = unwrap(await exporter(world)(a.session.sessionId));
  return { world, bundle, tip: b };
};

type Editable = {
  readonly kind: string;
  readonly key: string;
  readonly data: { readonly scope?: JsonObject; readonly body: Record<string, unknown> };
};
const NOWHERE = `node_${'a'.repeat(26)}`;
const NO_RUN = `run_${'a'.repeat(26)}`;
const OTHER = `sess_${'a'.repeat(26)}`;

const parse = (bundle: Bundle): Bundle => JSON.parse(JSON.stringify(bundle));

/** Says the new digest of a part that was changed, as a forger would. */
const relist = (bundle: Bundle, path: string, value: unknown): void => {
  const text = canonical(value);
  const entry = bundle.integrity.entries.find((each) => each.path === path);
  if (entry) Object.assign(entry, { sha256: digestOf(sha256, text), bytes: utf8Bytes(text) });
};

/** The same session, as long as asked: facts about the repository were noted again and again. */
const grown = async (world: TestWorld, sessionId: SessionId, length: number): Promise<Bundle> => {
  const bundle = unwrap(await exporter(world)(sessionId));
  const events = bundle.session.events as unknown as LogEvent[];
  const last = events.at(-1) as LogEvent;
  while (events.length < length)
    events.push({
      ...last,
      seq: events.length,
      id: ids('evt'),
      kind: 'observation_recorded',
      key: `observation_recorded:${sessionId}:${events.length}`,
      data: {
        sessionId,
        body: { key: 'git_branch', value: { type: 'short_string', value: `b${events.length}` }, confidence: 'low' },
      },
    });
  const { snapshots, pinnedWorkflows, artifacts = {} } = bundle.session;
  const parts = { sessionId, events, manifest: [{ commit: 0, first: 0, last: length - 1, pins: [] }] };
  return buildBundle(sha256, { ...parts, snapshots, pinnedWorkflows, artifacts } as BundleParts, {
    bundleId: ids('bundle'),
    exportedAt: bundle.exportedAt,
    appVersion: '0.1.0',
  });
};

describe('bundles', () => {
  test('[RL-43] [lock:bundle-roundtrip] an export continues elsewhere with equal projections; in place it becomes a new session', async () => {
    const { world, bundle, tip } = await exported();
    expect(JSON.stringify(bundle)).not.toContain('/home/someone/secret');
    const elsewhere = createTestWorld(files, { seed: 3 });
    const { sessionId, importedAs } = unwrap(await importer(elsewhere)(parse(bundle)));
    expect([sessionId, importedAs]).toEqual([tip.session.sessionId, 'same']);
    const view = async (install: TestWorld, id: typeof sessionId) =>
      JSON.stringify({ ...(encodeSession(await install.session(id)) as object), importedEvents: undefined }).replaceAll(
        '/home/someone/secret',
        '[redacted]',
      );
    expect(await view(elsewhere, sessionId)).toBe(await view(world, sessionId));

    await elsewhere.deps.keyring.open();
    const found = unwrap(await elsewhere.resume({ sessionId }));
    const back = okAnswer(await elsewhere.rehydrate({ stateToken: found.candidates[0]?.stateToken ?? '' }));
    expect(okAnswer(await elsewhere.advance(back, notes('went on'))).pending?.stepId).toBe('c');

    // Its workflow may never have been here: then nobody is told that it went missing.
    elsewhere.catalogue.clear();
    const [foreign] = okAnswer(await elsewhere.rehydrate(back)).warnings ?? [];
    expect(foreign).toMatchObject({
      code: 'WORKFLOW_SOURCE_DRIFT',
      message: expect.stringMatching(/^This run was imported/),
    });
    world.catalogue.clear();
    const [gone] = okAnswer(await world.rehydrate(tip)).warnings ?? [];
    expect(gone?.message).toContain('is missing since the run started');

    const again = unwrap(await importer(world)(parse(bundle)));
    expect(again.importedAs).toBe('new');
    expect(again.sessionId).not.toBe(sessionId);
    expect((await view(world, again.sessionId)).replaceAll(again.sessionId, sessionId)).toBe(
      await view(world, sessionId),
    );
  });

  test('[RL-60] an import of 10,000 events that is killed at any append is wholly there or not at all', async () => {
    const { world, tip } = await exported();
    const { sessionId } = tip.session;
    const bundle = await grown(world, sessionId, 10_000);
    const word = 'move';
    for (const when of ['before', 'after'] as const) {
      const target = createTestWorld(files, { seed: 5 });
      const killed: typeof target.log = {
        ...target.log,
        append: async () => {
          throw new Error('an import in pieces could be cut between them');
        },
        importStream: async (...call) => {
          if (when === 'after') await target.log.importStream(...call);
          throw new Error('killed');
        },
      };
      const dying = importBundle({ ...importing(target), log: killed });
      await expect(dying(bundle, { reviewed: true })).rejects.toThrow();
      const there = unwrap(await target.deps.sessions.at(sessionId));
      expect(there?.next ?? 0).toBe(when === 'after' ? 10_000 : 0);
      expect(unwrap(await target.resume({ query: word })).candidates).toHaveLength(there ? 1 : 0);
      const again = createTestWorld(files, { seed: 6, log: target.log, blobs: target.blobs });
      if (there) continue;
      expect(unwrap(await importer(again)(bundle))).toMatchObject({ importedAs: 'same', events: 10_000 });
      expect(unwrap(await again.resume({ query: word })).totalEligible).toBe(1);
    }
  });

  test('[RL-44] [lock:import-validates-first] each tampering has its code, and nothing is stored', async () => {
    const { bundle } = await exported();
    const events = (copy: Bundle) => copy.session.events as unknown as Editable[];
    const editEvent =
      (kind: string, edit: (body: Editable['data']['body'], event: Editable) => void) => (copy: Bundle) => {
        const event = events(copy).find((each) => each.kind === kind);
        if (!event) throw new Error(`no ${kind}`);
        edit(event.data.body, event);
        relist(copy, 'session/events', copy.session.events);
      };
    const cases: [string, (copy: Bundle) => void][] = [
      // A path listed twice; one that is listed and not there.
      [
        'BUNDLE_INTEGRITY_FAILED',
        (copy) =>
          void copy.integrity.entries.push(copy.integrity.entries[0] as (typeof copy.integrity.entries)[number]),
      ],
      [
        'BUNDLE_INTEGRITY_FAILED',
        (copy) =>
          void copy.integrity.entries.push({
            path: `session/artifacts/sha256:${'1'.repeat(64)}`,
            sha256: `sha256:${'1'.repeat(64)}`,
            bytes: 1,
          }),
      ],
      // A snapshot under a name that is not its digest, listed as it stands.
      [
        'BUNDLE_INTEGRITY_FAILED',
        (copy) => {
          const name = `sha256:${'2'.repeat(64)}`;
          const [own] = Object.values(copy.session.snapshots);
          copy.session.snapshots[name] = own as never;
          const text = canonical(own);
          copy.integrity.entries.push({
            path: `session/snapshots/${name}`,
            sha256: digestOf(sha256, text),
            bytes: utf8Bytes(text),
          });
        },
      ],
      // A snapshot of a state that cannot be.
      [
        'BUNDLE_INVALID_FORMAT',
        (copy) => {
          const impossible = { v: 1, kind: 'something else' };
          const text = canonical(impossible);
          const name = digestOf(sha256, text);
          copy.session.snapshots[name] = impossible as never;
          copy.integrity.entries.push({ path: `session/snapshots/${name}`, sha256: name, bytes: utf8Bytes(text) });
        },
      ],
      ['BUNDLE_EVENT_ORDER_INVALID', editEvent('node_created', (_, event) => Object.assign(event, { seq: 99 }))],
      ['BUNDLE_INVALID_FORMAT', editEvent('node_created', (_, { data }) => Object.assign(data, { sessionId: OTHER }))],
      // The session is not the first thing; two events have one key.
      [
        'BUNDLE_EVENT_ORDER_INVALID',
        (copy) => {
          copy.session.events = copy.session.events.slice(1).map((event, seq) => ({ ...event, seq }));
          relist(copy, 'session/events', copy.session.events);
        },
      ],
      [
        'BUNDLE_EVENT_ORDER_INVALID',
        (copy) => {
          const [first, second] = events(copy);
          Object.assign(second ?? {}, { key: first?.key });
          relist(copy, 'session/events', copy.session.events);
        },
      ],
      [
        'BUNDLE_EVENT_ORDER_INVALID',
        editEvent('node_created', (_, { data }) => Object.assign(data.scope ?? {}, { runId: NO_RUN })),
      ],
      // Parents, edges and targets that are nowhere.
      [
        'BUNDLE_EVENT_ORDER_INVALID',
        (copy) => {
          const child = events(copy).find(
            ({ kind, data }) => kind === 'node_created' && data.body.parentNodeId !== null,
          );
          Object.assign(child?.data.body ?? {}, { parentNodeId: NOWHERE });
          relist(copy, 'session/events', copy.session.events);
        },
      ],
      ['BUNDLE_EVENT_ORDER_INVALID', editEvent('edge_created', (body) => Object.assign(body, { fromNodeId: NOWHERE }))],
      ['BUNDLE_EVENT_ORDER_INVALID', editEvent('edge_created', (body) => Object.assign(body, { toNodeId: NOWHERE }))],
      [
        'BUNDLE_EVENT_ORDER_INVALID',
        editEvent('advance_recorded', (body) => Object.assign(body.outcome as object, { toNodeId: NOWHERE })),
      ],
      // An output of a step that is nowhere; an edge that follows from nothing.
      [
        'BUNDLE_EVENT_ORDER_INVALID',
        editEvent('node_output_appended', (_, { data }) => Object.assign(data.scope ?? {}, { nodeId: NOWHERE })),
      ],
      [
        'BUNDLE_EVENT_ORDER_INVALID',
        editEvent('edge_created', (body) => Object.assign(body.cause as object, { eventId: `evt_${'a'.repeat(26)}` })),
      ],
      // A workflow that no compiler made.
      [
        'BUNDLE_INVALID_FORMAT',
        (copy) => {
          const made = { v: 1, steps: 'whatever' };
          const text = canonical(made);
          const hash = digestOf(sha256, text);
          copy.session.pinnedWorkflows[hash] = made;
          copy.integrity.entries.push({
            path: `session/pinnedWorkflows/${hash}`,
            sha256: hash,
            bytes: utf8Bytes(text),
          });
        },
      ],
      [
        'BUNDLE_MISSING_SNAPSHOT',
        editEvent('node_created', (body) => Object.assign(body, { snapshotRef: `sha256:${'3'.repeat(64)}` })),
      ],
      [
        'BUNDLE_MISSING_PINNED_WORKFLOW',
        editEvent('run_started', (body) => Object.assign(body, { workflowHash: `sha256:${'4'.repeat(64)}` })),
      ],
      [
        'BUNDLE_INTEGRITY_FAILED',
        (copy) => {
          const [id = ''] = Object.keys(copy.session.artifacts ?? {});
          delete copy.session.artifacts?.[id];
          copy.integrity.entries = copy.integrity.entries.filter(({ path }) => !path.endsWith(id));
        },
      ],
      [
        'BUNDLE_MANIFEST_ORDER_INVALID',
        (copy) => {
          copy.session.manifest.pop();
          relist(copy, 'session/manifest', copy.session.manifest);
        },
      ],
      ['BUNDLE_UNSUPPORTED_VERSION', (copy) => Object.assign(copy, { bundleSchemaVersion: 2 })],
      ['BUNDLE_INVALID_FORMAT', (copy) => Object.assign(copy, { extra: 1 })],
      [
        'BUNDLE_INTEGRITY_FAILED',
        (copy) => {
          const [snapshot] = Object.values(copy.session.snapshots);
          if (snapshot) snapshot.v = 2;
        },
      ],
      [
        'BUNDLE_INTEGRITY_FAILED',
        (copy) => Object.assign(copy.session.snapshots, { [`sha256:${'0'.repeat(64)}`]: { v: 1 } }),
      ],
      [
        'BUNDLE_MISSING_PINNED_WORKFLOW',
        (copy) => {
          const hash = Object.keys(copy.session.pinnedWorkflows)[0] ?? '';
          delete copy.session.pinnedWorkflows[hash];
          copy.integrity.entries = copy.integrity.entries.filter(({ path }) => !path.endsWith(hash));
        },
      ],
      [
        'BUNDLE_MISSING_SNAPSHOT',
        (copy) => {
          const id = Object.keys(copy.session.snapshots)[0] ?? '';
          delete copy.session.snapshots[id];
          copy.integrity.entries = copy.integrity.entries.filter(({ path }) => !path.endsWith(id));
        },
      ],
      [
        'BUNDLE_EVENT_ORDER_INVALID',
        (copy) => {
          copy.session.events.reverse();
          relist(copy, 'session/events', copy.session.events);
        },
      ],
      [
        'BUNDLE_MANIFEST_ORDER_INVALID',
        (copy) => {
          copy.session.manifest.reverse();
          relist(copy, 'session/manifest', copy.session.manifest);
        },
      ],
      [
        'BUNDLE_INVALID_FORMAT',
        (copy) => {
          const [event] = copy.session.events as JsonObject[];
          Object.assign(event ?? {}, { kind: 'something_else' });
          relist(copy, 'session/events', copy.session.events);
        },
      ],
    ];
    for (const [at, [code, tamper]] of cases.entries()) {
      const target = createTestWorld(files, { seed: 4 });
      const stored: unknown[] = [];
      const blobs = { put: async (bytes: Uint8Array) => stored.push(bytes) as never };
      const copy = parse(bundle);
      tamper(copy);
      const refused = await importBundle({ ...importing(target), blobs })(copy, { reviewed: true });
      expect([at, refused]).toMatchObject([at, { ok: false, error: { code } }]);
      expect(await target.log.list('session')).toEqual([]);
      expect(stored).toEqual([]);
    }
  });

  test('a bundle that is nested without end is refused as no bundle', async () => {
    const { bundle } = await exported();
    const world = createTestWorld(files);
    for (const levels of [2_000, 200_000]) {
      const copy = parse(bundle);
      const nested = JSON.parse('['.repeat(levels) + ']'.repeat(levels));
      Object.assign((copy.session.events as unknown as Editable[])[0]?.data.body ?? {}, { nested });
      expect(await importer(world)(copy)).toMatchObject({ ok: false, error: { code: 'BUNDLE_INVALID_FORMAT' } });
    }
  });

  test('[RL-70] a bundle is signed, forgeries are refused, and prompts that differ are shown before an import', async () => {
    const { world, tip } = await exported();
    const signer = createRecordBundleSigner(createMemoryRecords());
    const bundle = unwrap(await exporter(world, signer)(tip.session.sessionId));
    const publicKey = (await signer.publicKey()) ?? '';
    expect(bundle.signature).toMatchObject({ kind: 'ed25519_v1', publicKey });

    // The same workflow here and a signature that fits: nothing to look at.
    const here = createTestWorld(files, { seed: 7 });
    const taken = unwrap(await importBundle(importing(here, signer))(parse(bundle)));
    expect(taken.review).toMatchObject({ signedBy: { kind: 'this_installation' }, prompts: [] });
    const elsewhere = createTestWorld(files, { seed: 7 });
    expect(unwrap(await importBundle(importing(elsewhere))(parse(bundle))).review.signedBy).toEqual({
      kind: 'other_installation',
      fingerprint: expect.stringMatching(/^([0-9a-f]{4}-){3}[0-9a-f]{4}$/),
    });

    // Notes that were changed and listed under their new digest: the signature tells.
    const forgeries: ((copy: Bundle) => void)[] = [
      (copy) => {
        const text = JSON.stringify(copy.session.events).replace('other way', 'my own way');
        copy.session.events = JSON.parse(text);
        relist(copy, 'session/events', copy.session.events);
      },
      (copy) => Object.assign(copy, { exportedAt: '2001-01-01T00:00:00.000Z' }),
      (copy) => Object.assign(copy.signature ?? {}, { publicKey: 'A'.repeat(43) }),
      (copy) => Object.assign(copy.signature ?? {}, { value: 'A'.repeat(86) }),
    ];
    for (const forge of forgeries) {
      const target = createTestWorld(files, { seed: 8 });
      const copy = parse(bundle);
      forge(copy);
      expect(copy).not.toEqual(bundle);
      const refused = await importBundle(importing(target, signer))(copy, { reviewed: true });
      expect(refused).toMatchObject({ ok: false, error: { code: 'BUNDLE_INTEGRITY_FAILED' } });
      expect(await target.log.list('session')).toEqual([]);
    }

    // Signed or not, nobody is told what nobody here has read.
    const { signature: _, ...unsigned } = parse(bundle);
    const ours = { id: 'a', title: 'A', prompt: 'Do it our way.' };
    const other = linear('project.abc', [ours, 'b', 'c']);
    const cases = [
      [{ 'project.abc': other }, bundle, [{ stepId: 'a', here: expect.stringContaining('our way') }]],
      [{}, bundle, ['a', 'b', 'c'].map((stepId) => ({ stepId, here: null, inBundle: expect.any(String) }))],
      [files, unsigned, []],
    ] as const;
    for (const [workflows, json, prompts] of cases) {
      const target = createTestWorld(workflows, { seed: 9 });
      const refused = await importBundle(importing(target, signer))(json);
      expect(refused).toMatchObject({ ok: false, error: { code: 'BUNDLE_NEEDS_REVIEW', review: { prompts } } });
      const seen = unwrap(await reviewBundle(importing(target, signer))(json));
      expect([seen.prompts.length, seen.signedBy.kind]).toEqual([
        prompts.length,
        json === unsigned ? 'nobody' : 'this_installation',
      ]);
      expect(await target.log.list('session')).toEqual([]);
      expect(unwrap(await importBundle(importing(target, signer))(json, { reviewed: true })).review).toEqual(seen);
    }
  });
});
