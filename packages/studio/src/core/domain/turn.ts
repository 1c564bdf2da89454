// The shapes stand in packages/contracts/src/studio/domain: they cross to the browser.
export * from '@atelier/contracts/studio';
