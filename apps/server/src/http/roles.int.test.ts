import { type CommandName, contract, type Role, roles } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { ask } from '../testing/ask.ts';
import { pageClient } from '../testing/tab.ts';
import { startTeam, type Team } from '../testing/team.ts';

/** Written out: a role that changes in a contract must be meant. What stands in neither list is for admins. */
const commandsFor: Record<Exclude<Role, 'admin'>, readonly CommandName[]> = {
  viewer: [
    'AgentSeenGet',
    'BuiltinsList',
    'CheckpointsList',
    'ContextList',
    'InstallGet',
    'LinkCreate',
    'ModelsGet',
    'NodeGet',
    'PeopleGet',
    'PersonGet',
    'PersonRename',
    'ReviewCertificate',
    'ReviewContent',
    'ReviewGetChanges',
    'ReviewOpen',
    'RunGet',
    'RunReportGet',
    'RunStudioTurn',
    'SessionEvents',
    'SessionGet',
    'SessionsFind',
    'SessionsList',
    'SignInEnd',
    'SignInsEnd',
    'SignOut',
    'StudioAsOf',
    'StudioDraftRevisionGet',
    'StudioGet',
    'StudioHistoryGet',
    'StudioLegacyGet',
    'StudioMemberRemove',
    'StudioMemberSet',
    'StudioMembersGet',
    'StudioMyTasks',
    'StudioQuoteCompare',
    'StudioQuoteGet',
    'StudioQuoteSummary',
    'StudioThreadGet',
    'StudioTurnTraceGet',
    'StudioWorkspaceGet',
    'TokenRevoke',
    'WorkbenchClutter',
    'WorkbenchFileContent',
    'WorkbenchFileHidden',
    'WorkbenchFileMap',
    'WorkbenchFilesFind',
    'WorkbenchGet',
    'WorkbenchList',
    'WorkbenchRoom',
    'WorkbenchSearch',
    'WorkbenchTrimPreview',
    'WorkflowGet',
    'WorkflowValidate',
    'WorkflowsList',
    'WorkshopBlame',
    'WorkshopGetCompare',
    'WorkshopHistory',
    'WorkshopPaths',
    'WorkshopSearchHistory',
    'WorkshopSummary',
    'WorkshopToolResult',
    'WorkshopTrace',
  ],
  member: [
    'BundleImport',
    'BundleReview',
    'ChatLabClear',
    'ChatLabConsent',
    'ChatLabEstimate',
    'ChatLabFileRemove',
    'ChatLabFileReview',
    'ChatLabGet',
    'ChatLabResume',
    'ChatLabSend',
    'ChatLabSetModel',
    'ChatLabStop',
    'ChatLabToolResult',
    'CheckpointCreate',
    'CheckpointRestore',
    'ConfigGet',
    'ContextDelete',
    'ContextEdit',
    'ContextProcess',
    'ContextUndoDelete',
    'DraftDiscard',
    'DraftPublish',
    'DraftUndoDiscard',
    'DraftUndoPublish',
    'EgressGrantConsent',
    'EgressListEvents',
    'EgressWithdrawConsent',
    'LabFilesAccept',
    'LabFilesCall',
    'LabFilesList',
    'LabFilesRemove',
    'LabFilesReview',
    'ReviewAccept',
    'ReviewConfirmDeletions',
    'ReviewDrop',
    'ReviewUndoDrop',
    'ReviewViewed',
    'RunContinueHere',
    'RunSay',
    'SessionExport',
    'SessionMark',
    'SessionPreferencesQueue',
    'SessionRename',
    'SessionsMark',
    'StorageGet',
    'StudioDemoCreate',
    'StudioDirectorySet',
    'StudioProjectClone',
    'StudioProjectCreate',
    'StudioSendToWorkbench',
    'TokenCreate',
    'WorkbenchClone',
    'WorkbenchCreate',
    'WorkbenchCreateSample',
    'WorkbenchDelete',
    'WorkbenchFilesAdd',
    'WorkbenchFilesRemove',
    'WorkbenchFilesUndoRemove',
    'WorkbenchRename',
    'WorkbenchSettingsSet',
    'WorkbenchTrim',
    'WorkbenchUndoDelete',
    'WorkflowSave',
    'WorkshopAnswer',
    'WorkshopCancel',
    'WorkshopChooseResponse',
    'WorkshopCloseCompare',
    'WorkshopConsent',
    'WorkshopEstimate',
    'WorkshopLaneCancel',
    'WorkshopLaneConsent',
    'WorkshopLaneRetry',
    'WorkshopMetricsGet',
    'WorkshopNote',
    'WorkshopRedo',
    'WorkshopRegenerate',
    'WorkshopReplay',
    'WorkshopRestorePath',
    'WorkshopResume',
    'WorkshopSend',
    'WorkshopSwitchModel',
    'WorkshopTryWithModel',
    'WorkshopUndo',
    'WorkshopUndoPreview',
    'WorkshopUpdatePlan',
  ],
};

const rank: Record<Role, number> = { viewer: 0, member: 1, admin: 2 };
const leastRole = (name: CommandName): Role =>
  commandsFor.viewer.includes(name) ? 'viewer' : commandsFor.member.includes(name) ? 'member' : 'admin';

/** With a parameter that no command has: who may send it is told so, and nothing happens. */
const send = async ({ server, cookieByRole }: Team, name: string, role: Role) => {
  const answer = await ask({
    port: server.port,
    method: 'POST',
    path: `/api/${name}`,
    headers: { cookie: cookieByRole[role], origin: server.origin, 'content-type': 'application/json' },
    body: '{"json":{"notAParameterOfAnything":1}}',
  });
  return `${answer.status} ${JSON.parse(answer.text).json.error.code}`;
};

test('every command is open to its least role and those above it, and to nobody below', async () => {
  const team = await startTeam();
  const names = Object.keys(contract) as CommandName[];
  const answered: string[] = [];
  const expected: string[] = [];
  for (const name of names) {
    for (const role of roles) {
      answered.push(`${name} by ${role}: ${await send(team, name, role)}`);
      const may = rank[role] >= rank[leastRole(name)];
      expected.push(`${name} by ${role}: ${may ? '400 INVALID_PARAMS' : '403 FORBIDDEN_ROLE'}`);
    }
  }
  expect(answered).toEqual(expected);
});

test('a viewer is told which models there are, and nothing of keys, servers, consents and money', async () => {
  const { server, cookieByRole } = await startTeam();
  const models = async (role: Role) => {
    const got = await pageClient(server.origin, cookieByRole[role]).ModelsGet({});
    if (!got.ok) throw new Error(got.error.code);
    return got.value.view;
  };
  const [seen, whole] = [await models('viewer'), await models('member')];
  expect(seen.models).toEqual(whole.models);
  expect([whole.providers.length > 0, seen.providers, seen.endpoints, seen.consent.granted]).toEqual([
    true,
    [],
    [],
    [],
  ]);
  expect([seen.spentToday.spent, seen.caps]).toEqual([0, { perTurn: null, perRun: null, perDay: null }]);
});

test('somebody who is signed in and no longer known gets nothing', async () => {
  const { server, cookie } = await startTeam();
  const headers = { cookie, origin: server.origin };
  expect((await ask({ port: server.port, method: 'POST', path: '/api/InstallGet', headers })).status).toBe(401);
  expect((await ask({ port: server.port, path: '/lab-files/a.txt', headers })).status).toBe(401);
});

test.each([
  ['PUT', '/lab-files/a.txt', 'viewer', 403],
  ['PUT', '/lab-files/a.txt', 'member', 200],
  ['GET', '/chat-files/a.txt', 'viewer', 403],
  ['POST', '/rails/uploads', 'viewer', 403],
  ['GET', '/rails/exports/none.json', 'viewer', 403],
  ['GET', '/rails/exports/none.json', 'member', 404],
] as const)('%s %s by a %s answers %i', async (method, path, role, status) => {
  const { server, cookieByRole } = await startTeam();
  const headers = { cookie: cookieByRole[role], origin: server.origin };
  expect((await ask({ port: server.port, method, path, headers, ...(method !== 'GET' && { body: 'a' }) })).status).toBe(
    status,
  );
});
