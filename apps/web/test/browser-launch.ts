/** How every browser of the tests and pictures is started. */
export const browserLaunch = {
  executablePath: process.env.ATELIER_CHROMIUM || '/usr/bin/chromium',
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Chromium's own sandbox refuses to run for root, which is what most containers are.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
};
