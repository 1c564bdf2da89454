import { isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { command } from './command.ts';
import { contract, joinSurfaces } from './contract.ts';

test('the commands are exactly these', () => {
  expect(Object.keys(contract).sort()).toEqual([
    'BuiltinsList',
    'BundleImport',
    'CapsSet',
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
    'ConfigGet',
    'ConfigSetDesired',
    'DiagnosticsGet',
    'EgressGrantConsent',
    'EgressListEvents',
    'EgressWithdrawConsent',
    'EndpointAdd',
    'EndpointDiscover',
    'EndpointRemove',
    'InstallGet',
    'KeysRotate',
    'LabFilesAccept',
    'LabFilesCall',
    'LabFilesList',
    'LabFilesRemove',
    'LabFilesReview',
    'LinkCreate',
    'ModelsGet',
    'ModelsRemoveEntry',
    'ModelsSetEntry',
    'NodeGet',
    'PatienceSet',
    'ProvidersClearApiKey',
    'ProvidersSetApiKey',
    'ProvidersSetEnabled',
    'ProvidersSetReasoningEffort',
    'ProvidersValidate',
    'RunContinueHere',
    'RunGet',
    'RunReportGet',
    'RunSay',
    'SessionEvents',
    'SessionExport',
    'SessionGet',
    'SessionMark',
    'SessionPreferencesQueue',
    'SessionRename',
    'SessionRepair',
    'SessionsFind',
    'SessionsList',
    'SettingsSet',
    'SignOutEverywhere',
    'StorageGet',
    'StorageQuotaSet',
    'StoreCheckCancel',
    'StoreCheckStart',
    'UserSetConsentMode',
    'UserSetDefaultModel',
    'WorkflowGet',
    'WorkflowSave',
    'WorkflowValidate',
    'WorkflowsList',
  ]);
});

test.each(Object.entries(contract))('%s takes strict params and answers a reply', async (_name, procedure) => {
  expect(isContractProcedure(procedure)).toBe(true);
  const { inputSchema, outputSchema } = procedure['~orpc'];
  const input = await inputSchema?.['~standard'].validate({ notAParameterOfAnything: 1 });
  expect(input?.issues?.length).toBeGreaterThan(0);
  const undeclared = { ok: false, error: { code: 'NO_SUCH_CODE', message: '', retry: { kind: 'not_retryable' } } };
  const output = await outputSchema?.['~standard'].validate(undeclared);
  expect(output?.issues?.length).toBeGreaterThan(0);
});

test('two surfaces cannot define one command', () => {
  const surface = { PingGet: command({ params: z.strictObject({}), result: z.object({}), refusals: [] }) };
  expect(() => joinSurfaces(surface, surface)).toThrow(/PingGet/);
});
