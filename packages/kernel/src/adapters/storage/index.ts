export { type BucketSettings, readBucketSettings } from '../bucket/bucket-settings.ts';
export { type ContentBucket, openContentBucket } from '../bucket/content-bucket.ts';
export { HEADS_KEY_RECORD } from '../signed-head.ts';
export { agreeOnContentPlace, changeContentPlace, readContentPlace } from './content-place.ts';
export {
  type DataFolderRefused,
  defaultDataFolder,
  hereDataFolder,
  prepareDataFolder,
  unusableToWords,
} from './data-folder.ts';
export { openDiskStorage } from './disk-storage.ts';
export { claimFolder } from './folder-use.ts';
export { holdToQuota } from './hold-to-quota.ts';
export { openMemoryStorage } from './memory-storage.ts';
export { openStorage, type StorageOptions, type StorageRefused } from './open-storage.ts';
export { readPlaceInUse, writePlaceInUse } from './place-in-use.ts';
export { storageRefusedToSentence } from './refusal-words.ts';
export { type Storage, withCommitGate } from './storage.ts';
