import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CommandClient,
  type CommandName,
  contract,
  type ProjectRoleName,
  projectRoleOf,
  projectRoles,
  roleOf,
  workbenchFilesPath,
} from '@atelier/contracts';
import {
  exportFilePath,
  projectExports,
  projectFilePath,
  projectImportPath,
  quoteFilePath,
  quoteFormats,
  SentDocument,
} from '@atelier/contracts/studio';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { textByPdfium } from '../../../../../packages/studio/src/testing/extract-pdf.ts';
import { unzipped } from '../../../../../packages/studio/src/testing/unzipped.ts';
import { ask } from '../../testing/ask.ts';
import { invite, type Joined } from '../../testing/people.ts';
import { codeOf, done } from '../../testing/replies.ts';
import { openTab, pageClient } from '../../testing/tab.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { workbenchOn } from '../../testing/workshop.ts';

let asked = 0;
const key = () => {
  asked += 1;
  return `request-${String(asked).padStart(6, '0')}`;
};

/** Costs that appear nowhere else, in every way a screen or a document writes money. */
const planted = Array.from({ length: 50 }, (_, nth) => 7_310_007 + nth * 1_013);
const spellings = planted.flatMap((minor) => [
  String(minor),
  (minor / 100).toFixed(2),
  (minor / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }),
]);
const figuresIn = (texts: readonly string[]): readonly string[] =>
  spellings.filter((figure) => texts.some((text) => text.includes(figure)));

type People = Readonly<Record<'owner' | 'editor' | 'viewer' | 'guest' | 'other', Joined>>;

/** A project with one person of each role, and somebody who owns another. Nobody said who sees costs. */
const startProject = async () => {
  const here = await startTestServer();
  const owner = await invite(here, 'member', 'Omer');
  const { projectId } = await done(owner.client.StudioDemoCreate({ requestId: key() }));
  const grant = (role: ProjectRoleName) => [{ projectId, role }];
  const people: People = {
    owner,
    editor: await invite(here, 'member', 'Edna', grant('editor')),
    viewer: await invite(here, 'member', 'Vered', grant('viewer')),
    // Looks at this project and may do nothing else in the whole installation.
    guest: await invite(here, 'viewer', 'Gil', grant('viewer')),
    other: await invite(here, 'member', 'Oren'),
  };
  await done(people.other.client.StudioDemoCreate({ requestId: key() }));
  const run = (client: CommandClient, event: object) =>
    client.RunStudioTurn({ projectId, idempotencyKey: key(), event: event as never });
  return { here, projectId, people, run };
};

/** The id of nothing. */
const none = (kind: string): string => `${kind}_${'a'.repeat(26)}`;

/** Parameters that each command about a project takes, with nothing behind them that anybody would miss. */
const paramsOf = (projectId: string): Partial<Record<CommandName, object>> => ({
  StudioProjectClone: { requestId: key(), projectId, title: { en: 'Copy' }, withCosts: false, asTemplate: false },
  StudioGet: { projectId },
  RunStudioTurn: { projectId, idempotencyKey: key(), event: { type: 'chatMessage', text: 'hello' } },
  StudioThreadGet: { projectId, before: 1_000_000, limit: 200 },
  StudioHistoryGet: { projectId, limit: 100 },
  StudioAsOf: { projectId, seq: 1_000_000 },
  StudioDraftRevisionGet: { projectId, draftId: none('drf'), revision: 1 },
  StudioTurnTraceGet: { projectId, turnId: none('trn') },
  StudioMembersGet: { projectId },
  StudioMemberSet: { projectId, userId: 'usr_nobody', role: 'viewer' },
  StudioMemberRemove: { projectId, userId: 'usr_nobody' },
  StudioQuoteGet: { projectId },
  StudioQuoteCompare: { projectId, from: none('qt'), to: none('qt') },
  StudioQuoteSummary: { projectId, quoteId: null },
  StudioSendToWorkbench: { projectId, workbenchId: none('wb'), files: ['plan.xlsx'], lang: 'en' },
  StudioLegacyGet: { projectId },
});

/** The same for what is not about a project, and could still tell of one. */
const paramsElsewhere = (workbenchId: string, path = 'notes.md'): Partial<Record<CommandName, object>> => ({
  PersonRename: { userId: 'usr_nobody', name: 'Nobody' },
  SignInEnd: { signInId: 'none' },
  TokenRevoke: { tokenId: 'none' },
  EgressListEvents: { limit: 200 },
  SessionsFind: { query: 'cost', limit: 20 },
  SessionGet: { sessionId: none('sess') },
  SessionEvents: { sessionId: none('sess'), from: 0, limit: 100 },
  RunGet: { sessionId: none('sess'), runId: none('run') },
  RunReportGet: { sessionId: none('sess'), runId: none('run') },
  NodeGet: { sessionId: none('sess'), runId: none('run'), nodeId: none('node') },
  WorkflowGet: { workflowId: 'wr.bug_investigation' },
  WorkflowValidate: { text: '{}' },
  WorkbenchFilesFind: { query: 'a', limit: 100 },
  WorkbenchGet: { workbenchId },
  WorkbenchRoom: { workbenchId },
  WorkbenchTrimPreview: { workbenchId, ownCheckpoints: 'keep' },
  WorkbenchClutter: { workbenchId },
  CheckpointsList: { workbenchId },
  ContextList: { workbenchId },
  ReviewGetChanges: { workbenchId },
  ReviewCertificate: { workbenchId },
  WorkshopGetCompare: { workbenchId },
  WorkshopHistory: { workbenchId, limit: 50 },
  WorkshopPaths: { workbenchId },
  WorkbenchSearch: { workbenchId, query: 'cost', limit: 20 },
  WorkshopSearchHistory: { workbenchId, query: 'cost' },
  WorkshopTrace: { workbenchId, messageId: none('msg') },
  WorkshopSummary: { workbenchId, messageId: none('msg') },
  WorkshopToolResult: { workbenchId, entryId: 1 },
  WorkbenchFileContent: { workbenchId, path },
  WorkbenchFileMap: { workbenchId, path },
  WorkbenchFileHidden: { workbenchId, path },
  ReviewOpen: { workbenchId, path },
  ReviewContent: { workbenchId, path, side: 'draft' },
  WorkshopBlame: { workbenchId, path, place: { kind: 'line', line: 1 } },
});

/** After these the browser that walks is signed out. */
const endsTheWalk: ReadonlySet<string> = new Set(['SignOut', 'SignInsEnd']);

const post = async ({ server }: TestServer, cookie: string | undefined, name: string, json: object): Promise<string> =>
  (
    await ask({
      port: server.port,
      method: 'POST',
      path: `/api/${name}`,
      headers: { origin: server.origin, 'content-type': 'application/json', ...(cookie && { cookie }) },
      body: JSON.stringify({ json }),
    })
  ).text;

const names = Object.keys(contract) as CommandName[];

test('[ST-77] every command of the contract asks for its role in the project, and no way out shows a viewer a cost', {
  timeout: 120_000,
}, async () => {
  const { here, projectId, people, run } = await startProject();
  const params = paramsOf(projectId);
  const scoped = names.filter((name) => projectRoleOf(name) !== undefined);
  expect(Object.keys(params).sort()).toEqual(scoped.toSorted());

  // The contract, by everybody.
  const closed = new Set(['UNAUTHENTICATED', 'PROJECT_NOT_FOUND', 'FORBIDDEN', 'FORBIDDEN_ROLE']);
  const roles: Record<string, ProjectRoleName | 'none' | undefined> = {
    stranger: undefined,
    other: 'none',
    viewer: 'viewer',
    editor: 'editor',
    owner: 'owner',
    admin: 'owner',
  };
  const cookieOf = (who: string) =>
    who === 'admin' ? here.cookie : (people as Readonly<Record<string, Joined>>)[who]?.cookie;
  const answered: string[] = [];
  const expected: string[] = [];
  for (const name of scoped)
    for (const [who, role] of Object.entries(roles)) {
      const { json } = JSON.parse(await post(here, cookieOf(who), name, paramsOf(projectId)[name] ?? {}));
      const code = json.error?.code;
      answered.push(`${name} by ${who}: ${closed.has(code) ? code : 'open'}`);
      const least = projectRoleOf(name) ?? 'owner';
      const may = role !== undefined && role !== 'none' && projectRoles.indexOf(role) >= projectRoles.indexOf(least);
      const isOwnersAlone = name === 'StudioMemberRemove' && role !== 'owner';
      const isEditors = name === 'RunStudioTurn' && role === 'viewer';
      const refused = role === undefined ? 'UNAUTHENTICATED' : role === 'none' ? 'PROJECT_NOT_FOUND' : 'FORBIDDEN';
      expected.push(`${name} by ${who}: ${may && !isOwnersAlone && !isEditors ? 'open' : refused}`);
    }
  expect(answered).toEqual(expected);

  // Followers of the project, while its costs are written.
  const listen = async ({ cookie }: Joined) => {
    const tab = await openTab(here.server.origin, cookie);
    const streams = [`project/${projectId}`, 'studio', 'install', 'people', 'models', 'egress', 'run/r1'];
    tab.say({ subscribe: streams.map((stream) => ({ stream, from: 0 })) });
    return tab;
  };
  const tabs = { viewer: await listen(people.viewer), guest: await listen(people.guest) };
  const outsider = await listen(people.other);
  const view = async (client: CommandClient) => (await done(client.StudioGet({ projectId }))).view;
  // For a while viewers were let in on costs. They are not any more, and neither are they when they look back.
  const showCostsTo = (costVisibility: 'all' | 'editors') =>
    done(run(people.owner.client, { type: 'setProjectSettings', costVisibility }));
  await showCostsTo('all');
  for (let nth = 0; nth < planted.length; ) {
    const { materialLines, hashes } = await view(people.owner.client);
    const lines = materialLines.filter(({ tombstone }) => tombstone === null).slice(0, planted.length - nth);
    const ops = lines.map(({ id }, at) => ({
      op: 'set',
      opId: `p${nth + at}`,
      entity: 'materialLine',
      id,
      changes: { unitCostMinor: planted[nth + at] },
    }));
    const ifMatch = Object.fromEntries(lines.map(({ id }) => [id, hashes[id]]));
    const set = await done(run(people.editor.client, { type: 'manualEdit', ops, ifMatch, acknowledge: ['V13'] }));
    expect(set.outcome, JSON.stringify(set.blockers)).toBe('done');
    nth += lines.length;
  }
  await done(run(people.editor.client, { type: 'chatMessage', text: 'What does everything cost?' }));
  const text = `A supplier's paper: PVC at ${(planted[0] ?? 0) / 100} a sheet`;
  await done(
    run(people.editor.client, {
      type: 'addKnowledge',
      source: 'pvc.pdf',
      chunks: [{ title: 'PVC', text, lang: 'en' }],
    }),
  );
  await showCostsTo('editors');
  // What is noted about a supplier is for whoever buys there: a viewer is often a client.
  const notes = 'They take 8,112.43 a truck';
  const supplier = { id: 'sup_wood', kind: 'supplier', name: 'Wood and more', notes, isRemoved: false } as const;
  await done(people.owner.client.StudioDirectorySet({ requestId: key(), record: supplier }));
  // What somebody types is a way of setting a cost, and the answer says it again.
  const typed = `תעדכן את המחיר של הדיקט ל-${((planted[1] ?? 0) / 100).toFixed(2)}`;
  const drafted = await done(run(people.editor.client, { type: 'chatMessage', text: typed }));
  expect(drafted.assistantMessage?.text).toContain('73,110.20');
  const held = { expectedDraftRevision: 1, acknowledge: ['V10', 'V13'] };
  expect(await done(run(people.editor.client, { type: 'applyDraft', ...held }))).toMatchObject({ outcome: 'done' });
  const venue = `A hall at ${(planted[0] ?? 0) / 100} a day`;
  await done(run(people.editor.client, { type: 'saveAnswers', answers: { 'ide.venue': venue } }));
  expect(JSON.stringify((await view(people.editor.client)).facts)).toContain(venue);
  await done(here.client.StudioCompanySet({ requestId: key(), company: { name: { he: 'נובה', en: 'Nova' } } }));
  const now = await view(people.owner.client);
  const elementIds = now.elements.filter(({ tombstone }) => tombstone === null).map(({ id }) => id);
  await done(run(people.owner.client, { type: 'approveElement', elementIds, expectedSpecHashes: now.specHashes }));
  const working = (await done(people.owner.client.StudioQuoteGet({ projectId }))).working;
  const acknowledge = working?.toAcknowledge.map(({ code }) => code) ?? [];
  await done(run(people.owner.client, { type: 'issueQuote', locale: 'both', acknowledge }));
  const { quotes } = await view(people.owner.client);
  const turnIds = (await view(people.owner.client)).messages.map(({ turnId }) => turnId);
  const { seq } = await done(people.owner.client.StudioGet({ projectId }));
  const bench = workbenchOn({ ...here, ...people.owner });
  const workbenchId = await bench.create({ 'notes.md': 'What we know' });
  const files = SentDocument.options;
  await done(people.owner.client.StudioSendToWorkbench({ projectId, workbenchId, files, lang: 'en' }));
  await done(people.owner.client.DraftPublish({ workbenchId }));
  const sent = (await bench.view(workbenchId)).files.map(({ path }) => path);

  /** Commands that were answered for what they asked, and not for how. */
  const understood = new Set<string>();
  /** Every way out of the server, for one person. */
  const walk = async ({ cookie, client }: Pick<Joined, 'cookie' | 'client'>): Promise<string[]> => {
    const texts: string[] = [];
    const tell = async (name: string, params: object): Promise<void> => {
      const text = await post(here, cookie, name, params);
      if (!text.includes('INVALID_PARAMS')) understood.add(name);
      texts.push(text);
    };
    const own = { ...paramsOf(projectId), ...paramsElsewhere(workbenchId) };
    for (const name of names.filter((each) => !endsTheWalk.has(each))) await tell(name, own[name] ?? {});
    for (const path of sent)
      for (const [name, params] of Object.entries(paramsElsewhere(workbenchId, path)))
        if ('path' in params) await tell(name, params);
    // A copy is its maker's own: it must not hold more than they could see.
    const requestId = key();
    const copy = { requestId, projectId, title: { en: 'Mine' }, withCosts: false, asTemplate: false };
    for (const withCosts of [true, false]) await client.StudioProjectClone({ ...copy, withCosts });
    const copied = await client.StudioProjectClone(copy);
    if (copied.ok)
      for (const [name, params] of Object.entries(paramsOf(copied.value.projectId)))
        if (name !== 'StudioMemberRemove') await tell(name, params);
    for (let at = 0; at <= seq; at += 1) await tell('StudioAsOf', { projectId, seq: at });
    for (const turnId of turnIds) await tell('StudioTurnTraceGet', { projectId, turnId });
    await tell('StudioGet', { projectId, since: seq - 1 });
    for (const text of ['apply', 'What does everything cost?'])
      texts.push(JSON.stringify(await run(client, { type: 'chatMessage', text })));
    for (const query of ['PVC', 'stage', 'cost', '7310'])
      for (const [name, params] of Object.entries(paramsElsewhere(workbenchId)))
        if ('query' in params) await tell(name, { ...params, query });
    const paths = [
      ...projectExports.map((name) => exportFilePath(projectId, name, 'en')),
      ...quotes.flatMap(({ id }) => quoteFormats.map((format) => quoteFilePath(projectId, id, format))),
      `/studio/${projectId}/exports/preview.html?locale=en`,
      `/studio-projects/${projectId}`,
      ...sent.map((path) => workbenchFilesPath(workbenchId, path)),
      '/',
      `/studio/${projectId}`,
      '/healthz',
    ];
    for (const path of paths) {
      const answer = await fetch(`${here.server.origin}${path}`, { headers: { cookie } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      texts.push(bytes.toString('utf8'), ...(await partsOf(bytes)));
    }
    return texts;
  };

  for (const who of ['viewer', 'guest'] as const) {
    const texts = [...(await walk(people[who])), ...tabs[who].frames.map((frame) => JSON.stringify(frame))];
    expect(figuresIn(texts), who).toEqual([]);
    // The viewer made a copy and owns it, and so is one of those who buy; a guest is not.
    if (who === 'guest') expect(texts.filter((text) => text.includes(notes))).toEqual([]);
    expect(JSON.stringify(await view(people[who].client))).not.toContain(notes);
    // The quote is theirs to read: the search above did look into its PDF.
    expect(texts.some((text) => text.startsWith('pdf: ') && text.includes('Logo wall'))).toBe(true);
    expect(tabs[who].seqs(`project/${projectId}`).length).toBeGreaterThan(10);
  }
  // Neither do people of other projects, nor somebody who is not signed in.
  const stranger = { cookie: '', client: pageClient(here.server.origin, '') };
  for (const who of [people.other, stranger]) expect(figuresIn(await walk(who))).toEqual([]);
  expect(figuresIn(outsider.frames.map((frame) => JSON.stringify(frame)))).toEqual([]);
  expect(outsider.frames.filter((frame) => 'seq' in frame && frame.stream.startsWith('project/'))).toEqual([]);
  // An agent of somebody who only looks sees no more than they do.
  const { token } = await done(people.viewer.client.TokenCreate({ label: 'Agent' }));
  expect(figuresIn(await overMcp(here, token))).toEqual([]);
  expect(await codeOf(people.guest.client.TokenCreate({ label: 'Agent' }))).toBe('FORBIDDEN_ROLE');
  // Whatever anybody may ask was asked in a way that is understood: a command that is new here says so.
  const forAnybody = names.filter((name) => roleOf(name) === 'viewer' && !endsTheWalk.has(name));
  expect(forAnybody.filter((name) => !understood.has(name))).toEqual([]);
  // The same walk does find them where they may be seen.
  const editors = await walk(people.editor);
  expect(figuresIn(editors).length).toBeGreaterThanOrEqual(50);
  expect(editors.some((text) => text.includes(notes))).toBe(true);
  // What the server writes down about all this, for whoever runs the machine.
  await here.server.stop();
  const logs = join(here.dataFolder, 'logs');
  const said = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')));
  expect(said.join('').length).toBeGreaterThan(1_000);
  expect(figuresIn(said)).toEqual([]);
});

/** What an office file holds, unpacked, and what a PDF says: its figures are compressed and in its fonts' own codes. */
const partsOf = async (bytes: Buffer): Promise<readonly string[]> => {
  const kind = bytes.toString('latin1', 0, 4);
  if (kind === '%PDF') return [`pdf: ${await textByPdfium(bytes)}`];
  if (!kind.startsWith('PK')) return [];
  return [...unzipped(bytes).values()].map((part) => part.toString('utf8'));
};

const overMcp = async ({ server }: TestServer, token: string): Promise<string[]> => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.origin}/mcp`), { requestInit }));
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  // Of all of them, what they answer and what they answer to a call that makes no sense.
  const asked = tools.flatMap(({ name }) => [
    { name, arguments: {} },
    { name, arguments: { query: 'cost', workspacePath: '/', workflowId: 'wr.bug_investigation' } },
  ]);
  const answers = await Promise.all(asked.map((call) => client.callTool(call)));
  return [tools, ...answers].map((each) => JSON.stringify(each));
};

test('owners say who is in a project; the last owner stays, and a copy, an import or a stranger brings nobody along', async () => {
  const { projectId, people, here } = await startProject();
  const { owner, editor, viewer, other } = people;
  const members = async () => (await done(owner.client.StudioMembersGet({ projectId }))).members;
  expect(await codeOf(editor.client.StudioMemberSet({ projectId, userId: other.userId, role: 'viewer' }))).toBe(
    'FORBIDDEN',
  );
  expect(await codeOf(owner.client.StudioMemberSet({ projectId, userId: 'usr_none', role: 'viewer' }))).toBe(
    'PERSON_NOT_FOUND',
  );
  expect(await codeOf(owner.client.StudioMemberRemove({ projectId, userId: owner.userId }))).toBe('LAST_OWNER');
  await done(viewer.client.StudioMemberRemove({ projectId, userId: viewer.userId }));
  expect(await codeOf(viewer.client.StudioGet({ projectId }))).toBe('PROJECT_NOT_FOUND');
  expect((await members()).map(({ userId }) => userId)).not.toContain(viewer.userId);

  const copied = await done(
    editor.client.StudioProjectClone({
      requestId: key(),
      projectId,
      title: { en: 'Copy' },
      withCosts: false,
      asTemplate: false,
    }),
  );
  const inCopy = await done(editor.client.StudioMembersGet({ projectId: copied.projectId }));
  expect(inCopy.members).toEqual([{ userId: editor.userId, role: 'owner' }]);
  // Nor does a project that is brought to another installation: whoever brings it in is alone in it.
  const there = await startTestServer();
  const mia = await invite(there, 'member', 'Mia');
  const file = await fetch(`${here.server.origin}${projectFilePath(projectId)}`, { headers: { cookie: owner.cookie } });
  const brought = await fetch(`${there.server.origin}${projectImportPath}`, {
    method: 'PUT',
    headers: { cookie: mia.cookie, origin: there.server.origin },
    body: Buffer.from(await file.arrayBuffer()),
  });
  expect(await brought.json()).toMatchObject({ ok: true, value: { projectId } });
  const inThere = await done(mia.client.StudioMembersGet({ projectId }));
  expect(inThere.members).toEqual([{ userId: mia.userId, role: 'owner' }]);

  const listed = (await done(other.client.StudioWorkspaceGet({}))).view.projects.map((card) => card.projectId);
  expect(listed).not.toContain(projectId);
  expect((await done(here.client.StudioWorkspaceGet({}))).view.projects.length).toBeGreaterThan(2);
});
