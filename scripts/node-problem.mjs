/**
 * Why this Node cannot set Atelier up, said before anything is installed; undefined when it can.
 * `brought` are the packages with a Node of our own, one a platform.
 */
export const nodeProblem = ({ version, platform, brought }) => {
  const major = Number(version.split('.')[0]);
  if (major < 20) return `Atelier needs Node 20 or newer to set itself up; this is ${version}.`;
  if (major >= 24 || brought.includes(`node-${platform}`)) return undefined;
  return `Atelier runs on Node 24 and brings no Node for ${platform}; this is ${version}. Install Node 24 (nodejs.org), then run the command again.`;
};
