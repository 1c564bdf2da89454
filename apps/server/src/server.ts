import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { defaultSettings, emptyInstall, foldInstall, installStream } from '@atelier/contracts';
import { createIds, createProjection, sha256, systemWorld } from '@atelier/kernel/adapters';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { Clock } from '@atelier/kernel/ports';
import {
  type DataFolderRefused,
  openMemoryStorage,
  openStorage,
  prepareDataFolder,
  type StorageRefused,
} from '@atelier/kernel/storage';
import { createAdaptorServer, type WebSocketServerLike } from '@hono/node-server';
import type { Hono } from 'hono';
import { WebSocketServer } from 'ws';
import { markOfAsker, type People } from './caller.ts';
import { createDeltaBus } from './events/delta-bus.ts';
import { createHub } from './events/hub.ts';
import { whisperDeltas } from './events/whispered-deltas.ts';
import { createApp } from './http/app.ts';
import { createCommands } from './http/commands.ts';
import { createCookies } from './http/cookie.ts';
import { deleteCutUploads } from './http/incoming-file.ts';
import { createLinks } from './http/links.ts';
import { checkNames, type NamesRefused } from './http/public-names.ts';
import { createRoutes } from './http/routes.ts';
import { createWebApp } from './http/web-app.ts';
import { createInFlight } from './in-flight.ts';
import { diagnose } from './installation/diagnose.ts';
import { loadKeys } from './installation/keys.ts';
import { type AlreadyRunning, type Claim, claimDataFolder } from './installation/running.ts';
import { openServerLog } from './installation/server-log.ts';
import { maintainStorage } from './installation/storage-maintenance.ts';
import { type SystemTrouble, systemTroubleOf } from './installation/system-trouble.ts';
import { type ListenRefused, listen } from './listen.ts';
import { createPersonLimits } from './people/limits.ts';
import { createSignInLinks } from './people/links.ts';
import { createPageSignIn } from './people/page-sign-in.ts';
import { createPeople } from './people/people.ts';
import { createSignInRoutes } from './people/sign-in-routes.ts';
import { createPresence } from './presence/presence.ts';
import { createFileServices } from './services/files.ts';
import { createModelServices, type ModelsOptions } from './services/models.ts';
import { createRunServices } from './services/runs.ts';
import { createSignIns } from './services/sign-ins.ts';
import { createStop } from './stop.ts';
import { assembleSurfaces } from './surfaces/assemble.ts';
import { createAudience, type StreamRules } from './surfaces/audience.ts';
import { checkAppends } from './surfaces/checked-log.ts';
import { surfaces as allSurfaces } from './surfaces/index.ts';
import type { CreateSurface, SurfaceKit } from './surfaces/surface.ts';
import { version } from './version.ts';
import { builtWebFolder } from './web-folder.ts';

export const defaultPort = 4983;

export type ServerOptions = {
  readonly dataFolder: string;
  /** `0` lets the system choose. */
  readonly port?: number;
  /** `memory` keeps nothing. */
  readonly log?: 'disk' | 'memory';
  /** Keeps everything in this PostgreSQL database instead of the data folder. */
  readonly databaseUrl?: string | undefined;
  /** How often dead content is looked for, and by which clock. */
  readonly collection?: { readonly everyMs?: number; readonly clock?: Clock };
  readonly webFolder?: string;
  readonly surfaces?: readonly CreateSurface[];
  /** Knows people otherwise than by the log; for tests. */
  readonly people?: People;
  /** `https://…`: the name under which others reach this server, through a proxy that speaks TLS. */
  readonly publicOrigin?: string | undefined;
  /** Where to listen; loopback unless there is a public name. */
  readonly bind?: string | undefined;
  /** What models take from the system around the server. */
  readonly models?: ModelsOptions;
  /** The clock that sign-ins and links end by; for tests. */
  readonly now?: () => number;
  /** How long a server that crashed is still believed about who is there; for tests. */
  readonly presenceLostMs?: number;
  /** How long a stop waits for work under way. */
  readonly patienceMs?: number;
};

export type StartRefused =
  | NamesRefused
  | DataFolderRefused
  | AlreadyRunning
  | ListenRefused
  | StorageRefused
  | SystemTrouble;

export type AtelierServer = {
  readonly origin: string;
  readonly port: number;
  readonly app: Hono;
  /** A fresh single-use link for the owner of this machine. */
  readonly link: () => Promise<string>;
  /** Refuses new commands, lets those under way commit, says goodbye to the tabs, closes the log. */
  readonly stop: () => Promise<void>;
};

/** The composition root: picks the adapters, joins the surfaces, listens. */
export const createServer = async (options: ServerOptions): Promise<Result<AtelierServer, StartRefused>> => {
  const names = checkNames(options);
  if (!names.ok) return names;
  const folder = await prepareDataFolder(options.dataFolder);
  if (!folder.ok) return folder;
  const claim = await claimDataFolder(folder.value);
  if (!claim.ok) return claim;
  let started: Result<AtelierServer, StartRefused> | undefined;
  try {
    started = await compose(options, folder.value, claim.value);
    return started;
  } catch (cause) {
    const trouble = systemTroubleOf(cause);
    if (trouble === undefined) throw cause;
    return err(trouble);
  } finally {
    if (!started?.ok) await claim.value.release();
  }
};

/** A data folder has one server at a time, so the folder's place says which one it is; the place itself is not said. */
const serverIdOf = (dataFolder: string): string => sha256(`${hostname()}\0${dataFolder}`).slice(0, 16);

const compose = async (
  {
    port = defaultPort,
    log: logKind = 'disk',
    databaseUrl,
    collection = {},
    webFolder = builtWebFolder,
    surfaces: creators = allSurfaces,
    people: otherPeople,
    publicOrigin,
    bind = '127.0.0.1',
    models: modelsOptions = {},
    now = Date.now,
    presenceLostMs,
    patienceMs = 10_000,
  }: ServerOptions,
  dataFolder: string,
  claim: Claim,
): Promise<Result<AtelierServer, StartRefused>> => {
  const startedAt = new Date().toISOString();
  const opened = logKind === 'memory' ? ok(openMemoryStorage()) : await openStorage({ data: dataFolder, databaseUrl });
  if (!opened.ok) return opened;
  const tended = maintainStorage(opened.value, dataFolder, collection.clock ?? systemWorld.clock);
  let streamRules: StreamRules = {};
  const log = checkAppends(tended.storage.log, () => streamRules, markOfAsker);
  const storage = { ...tended.storage, log };
  const serverLog = openServerLog(dataFolder);
  const keys = await loadKeys(dataFolder, storage.records).catch(async (cause) => {
    serverLog.close();
    await storage.close();
    throw cause;
  });
  const ownDeltas = createDeltaBus();
  const deltas = storage.whispers ? whisperDeltas(ownDeltas, storage.whispers) : ownDeltas;
  const webApp = createWebApp(webFolder);
  const inFlight = createInFlight();
  const stopping = new AbortController();
  const admit = inFlight.run;
  let actualPort = port;

  const origin = () => `http://127.0.0.1:${actualPort}`;
  const isPublic = publicOrigin !== undefined;
  /** A token after `#` reaches no server, so it stands in nobody's log. */
  const joinAddress = (token: string) => `${publicOrigin ?? origin()}/join#${token}`;
  const linkAddress = (token: string) => (isPublic ? joinAddress(token) : `${origin()}/?token=${token}`);
  const onFault = (cause: unknown, where: string) => serverLog.fault(cause, where);
  const installs = createProjection({ log, initial: emptyInstall, evolve: foldInstall });
  const signIns = createSignIns({
    installs,
    log,
    now,
    stopping: stopping.signal,
    onEnded: () => {
      knownPeople.endUnrecorded();
      hub.signOut();
    },
    onFault: (cause) => onFault(cause, 'sign-ins'),
  });
  const newId = createIds(systemWorld);
  const knownPeople = createPeople({
    log,
    blobs: storage.blobs,
    signIns,
    now,
    isPublic,
    stopping: stopping.signal,
    onChanged: () => hub.recheck(),
    onFault: (cause) => onFault(cause, 'people'),
  });
  const people = otherPeople ?? knownPeople;
  const links = createSignInLinks({
    people: knownPeople,
    signIns,
    inMemory: createLinks(now),
    newId,
    now,
    onFault: (cause) => onFault(cause, 'sign-in links'),
  });
  const cookies = createCookies(keys.cookieKey);
  const pageSignIn = createPageSignIn({ people: knownPeople, links, cookies, signIns, isPublic });
  const ownerLink: SurfaceKit['ownerLink'] = async (purpose = 'device', askerIn) => {
    const { token, expiresAt } = await links.makeForOwner(purpose, askerIn);
    return { url: linkAddress(token), expiresAt };
  };
  const settings = async () => {
    const now = await installs.at(installStream);
    return now.ok ? now.value.state.settings : defaultSettings;
  };
  const models = createModelServices({ storage, dataFolder, newId, options: modelsOptions, onFault });
  const files = createFileServices({ dataFolder, onFault });
  const runs = createRunServices(storage, dataFolder);
  const projects = () => surfaces.find((surface) => surface.projects !== undefined)?.projects;
  const kit: SurfaceKit = {
    log,
    storage,
    capture: tended.capture,
    collection: { step: tended.collect, ...(collection.everyMs !== undefined && { everyMs: collection.everyMs }) },
    deltas,
    installs,
    settings,
    models,
    files,
    runs,
    workbenches: () => surfaces.find((surface) => surface.workbenches !== undefined)?.workbenches,
    newId,
    serverId: serverIdOf(dataFolder),
    about: { version, dataFolder },
    streamKinds: () => streamKinds,
    measureStorage: tended.measure,
    diagnose: async (facts) =>
      diagnose({
        log,
        ends: storage,
        content: storage,
        storage: facts,
        dataFolder,
        streamKinds,
        startedAt,
        version,
        webBuilt: await webApp.built(),
        connections: hub.count(),
        linesDropped: serverLog.dropped(),
        unavailable: assembled.unavailable(),
        unread: (await Promise.all(surfaces.map(async (surface) => surface.unread?.() ?? []))).flat(),
      }),
    unavailable: () => assembled.unavailable(),
    refreshSignIns: signIns.refresh,
    people: knownPeople,
    links,
    projects,
    endWorkOf: async (person, by) => {
      for (const surface of surfaces) await surface.endWorkOf?.(person, by);
    },
    linkAddress,
    joinAddress,
    ownerLink,
    note: serverLog.toolCall,
    stopping: stopping.signal,
    onFault,
  };
  const assembled = assembleSurfaces(creators, kit, onFault);
  const { surfaces } = assembled;
  const mcp = surfaces.find((surface) => surface.mcp !== undefined)?.mcp;
  streamRules = Object.assign({}, ...surfaces.map((surface) => surface.streams));
  const streamKinds = Object.keys(streamRules);
  const boot = randomBytes(9).toString('base64url');
  const presence = createPresence({
    boot,
    records: storage.records,
    onFault: (cause) => onFault(cause, 'presence'),
    ...(presenceLostMs !== undefined && { lostMs: presenceLostMs }),
  });
  const limits = createPersonLimits(signIns.settings, now);
  const hub = createHub({
    log,
    limits,
    deltas,
    version,
    boot,
    isStill: people.isStill,
    presence,
    audience: createAudience(streamRules, (cause) => onFault(cause, 'event connection')),
    onFault: (cause) => onFault(cause, 'event connection'),
  });
  const routes = createRoutes({
    commands: createCommands({ surfaces, admit, onFault }),
    hub,
    signIn: {
      ...pageSignIn,
      routes: createSignInRoutes({ people: knownPeople, links, cookies, signIns, projects, now }),
    },
    webApp,
    origin,
    isStopping: () => stopping.signal.aborted,
    // A page without it is better than none.
    language: async () =>
      surfaces
        .find((surface) => surface.language !== undefined)
        ?.language?.()
        .catch((cause) => void onFault(cause, 'language of the page')),
    mcp: () => mcp,
    extra: surfaces.flatMap((surface) => surface.routes ?? []),
    admit,
  });
  const app = createApp({
    routes,
    cookies,
    installToken: keys.installToken,
    people,
    names: () => ({ port: actualPort, publicOrigin }),
    log: serverLog,
    isStopping: () => stopping.signal.aborted,
    limits,
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024, perMessageDeflate: false });
  // Who asks while the surfaces still start is answered once they have.
  const { promise: surfacesStarted, resolve: openDoors } = Promise.withResolvers<void>();
  let answer: typeof app.fetch = async (...asked) => {
    await surfacesStarted;
    return app.fetch(...asked);
  };
  const http = createAdaptorServer({
    fetch: (...asked) => answer(...asked),
    websocket: { server: sockets as unknown as WebSocketServerLike },
  }) as Server;

  const endJobs = async () => {
    // What is lent is taken back last: a job that ends may still need it.
    const takeBack = async () => void (await Promise.all([models.close(), files.close(), runs.close()]));
    await Promise.all(surfaces.map((surface) => surface.stop?.())).finally(takeBack);
  };
  const giveUp = async () => {
    // Whoever follows a stream until the stop would otherwise keep a refused process alive.
    stopping.abort();
    http.close();
    http.closeAllConnections();
    await endJobs();
    hub.close();
    await storage.close();
    serverLog.close();
  };
  // The port comes first: a server that is refused it must not have written that it takes up what another may still do.
  const listening = await listen(http, port, bind);
  if (!listening.ok) {
    await giveUp();
    return err(listening.error);
  }
  actualPort = listening.value;
  try {
    // Before any upload can begin: one that is under way has such a name, too.
    await deleteCutUploads(join(dataFolder, 'cache'));
    await signIns.refresh();
    await knownPeople.now();
    await assembled.start();
    await claim.announce({ pid: process.pid, port: actualPort, startedAt });
  } catch (cause) {
    await giveUp();
    throw cause;
  }
  answer = app.fetch;
  openDoors();
  serverLog.started({ port: actualPort, version, node: process.version });
  // Once everything answers: nobody waits for it, and a stop ends it.
  const signing = storage.signUnsigned(stopping.signal).catch((cause) => void onFault(cause, 'signing of heads'));

  const stop = createStop({
    stopAccepting: () => {
      stopping.abort();
      return new Promise((resolve) => void http.close(() => resolve()));
    },
    workDone: inFlight.settled,
    endJobs,
    sayGoodbye: hub.close,
    closeLog: async () => {
      await presence.stop();
      await signing;
      await storage.close();
    },
    cutConnections: () => {
      for (const socket of sockets.clients) socket.terminate();
      http.closeAllConnections();
    },
    release: async () => {
      await claim.release();
      serverLog.stopped(storage.unsignedHeads().map(({ stream }) => stream));
      serverLog.close();
    },
    patienceMs,
  });
  return ok({
    origin: origin(),
    port: actualPort,
    app,
    link: async () => (await ownerLink()).url,
    stop,
  });
};
