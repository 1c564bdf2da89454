import { keyringKeepsItsPromises } from '../../testing/keyring-promises.ts';
import { createMemoryRecords } from '../../testing/memory-records.ts';
import { createRecordKeyring, KEYRING_RECORD } from './record-keyring.ts';

keyringKeepsItsPromises('in shared records', async () => {
  const records = createMemoryRecords();
  return {
    open: () => createRecordKeyring(records),
    write: async (text) => void records.records.set(KEYRING_RECORD, text),
    text: async () => records.records.get(KEYRING_RECORD),
  };
});
