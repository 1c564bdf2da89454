export type ConnectFacts = { readonly node: string; readonly bundle: string; readonly dataFolder: string };

export type Snippet = {
  readonly client: 'claude' | 'desktop' | 'codex' | 'cursor' | 'vscode' | 'generic';
  /** Where it goes: a file, or a terminal. */
  readonly place: string;
  readonly text: string;
  /** A link that has the client add the server itself. */
  readonly install?: string;
};

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** What to paste where, so that an agent finds WorkRail: this Node, this bundle, this data folder. */
export const snippetsFor = ({ node, bundle, dataFolder }: ConnectFacts): readonly Snippet[] => {
  const server = { command: node, args: [bundle], env: { ATELIER_DATA_DIR: dataFolder } };
  return [
    {
      client: 'claude',
      place: 'terminal',
      text: [
        'claude mcp add atelier --scope user',
        `  --env ATELIER_DATA_DIR=${quote(dataFolder)}`,
        `  -- ${quote(node)}`,
        `  ${quote(bundle)}`,
      ].join(' \\\n'),
    },
    { client: 'desktop', place: 'claude_desktop_config.json', text: json({ mcpServers: { atelier: server } }) },
    {
      client: 'codex',
      place: 'terminal',
      text: [
        'codex mcp add atelier',
        `  --env ATELIER_DATA_DIR=${quote(dataFolder)}`,
        `  -- ${quote(node)}`,
        `  ${quote(bundle)}`,
      ].join(' \\\n'),
    },
    {
      client: 'cursor',
      place: '~/.cursor/mcp.json',
      text: json({ mcpServers: { atelier: server } }),
      install: `cursor://anysphere.cursor-deeplink/mcp/install?name=atelier&config=${encodeURIComponent(base64(JSON.stringify(server)))}`,
    },
    {
      client: 'vscode',
      place: '.vscode/mcp.json',
      text: json({ servers: { atelier: { type: 'stdio', ...server } } }),
      install: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'atelier', type: 'stdio', ...server }))}`,
    },
    { client: 'generic', place: 'mcpServers', text: json({ mcpServers: { atelier: server } }) },
  ];
};

/** The same from another machine: an address and a token of one's own, for clients that can send a header. */
export const snippetsOverHttp = (url: string): readonly Snippet[] => {
  const headers = { Authorization: 'Bearer atp_…' };
  return [
    {
      client: 'claude',
      place: 'terminal',
      text: [
        'claude mcp add atelier --scope user',
        '  --transport http',
        `  ${url}`,
        `  --header "Authorization: ${headers.Authorization}"`,
      ].join(' \\\n'),
    },
    { client: 'cursor', place: '~/.cursor/mcp.json', text: json({ mcpServers: { atelier: { url, headers } } }) },
    {
      client: 'vscode',
      place: '.vscode/mcp.json',
      text: json({ servers: { atelier: { type: 'http', url, headers } } }),
    },
    { client: 'generic', place: 'mcpServers', text: json({ mcpServers: { atelier: { type: 'http', url, headers } } }) },
  ];
};

/** Of its UTF-8: a folder may be named in any script. */
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** For a POSIX shell: paths may hold spaces, and quotes. */
const quote = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
