#!/usr/bin/env node
// The commands of `docker` that docs/operations/container.md prints, for a machine without a daemon and without a registry of
// images: buildah builds, and each service of the Compose files is a unit of systemd with what they say of it. Refuses
// what it does not know, so that the files cannot say more than is checked.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * @typedef {object} Service
 * @property {string} image
 * @property {string} [build]
 * @property {string} [env_file]
 * @property {Record<string, string | number>} [environment]
 * @property {string} [user]
 * @property {string[]} [entrypoint]
 * @property {string | string[]} [command]
 * @property {string[]} [volumes]
 * @property {boolean} [read_only]
 * @property {string} [tmpfs]
 * @property {string[]} [cap_drop]
 * @property {string[]} [cap_add]
 * @property {string[]} [security_opt]
 * @property {string} [mem_limit]
 * @property {number} [pids_limit]
 * @property {string} [stop_grace_period]
 * @property {{ disable?: boolean, test?: string[] }} [healthcheck]
 * @property {Record<string, { condition: string }>} [depends_on]
 */

/**
 * @typedef {object} Image
 * @property {string[]} Env
 * @property {string} User
 * @property {string} WorkingDir
 * @property {string[]} Entrypoint
 * @property {string[]} Cmd
 * @property {{ Test: string[] }} [Healthcheck]
 */

/** Each with what it means here, or why nothing has to be done. */
const known = new Set([
  'image',
  'build',
  'env_file',
  'environment',
  'user',
  'entrypoint',
  'command',
  'volumes',
  'read_only',
  'tmpfs',
  'cap_drop',
  'cap_add',
  'security_opt',
  'mem_limit',
  'pids_limit',
  'stop_grace_period',
  'healthcheck',
  'depends_on',
  'restart',
  // systemd is the first process; all addresses are of this machine; PostgreSQL uses the memory of the machine.
  'init',
  'ports',
  'shm_size',
]);

/** Images of others: their programs come from the packages of this machine. @type {Record<string, Partial<Image>>} */
const substitutes = {
  'caddy:2': { Env: ['XDG_DATA_HOME=/data', 'XDG_CONFIG_HOME=/config'] },
  'postgres:15-bookworm': {
    Entrypoint: ['/bin/sh', new URL('postgres-image.sh', import.meta.url).pathname],
  },
};

const PREFIX = 'caja-menor';
const STORE = ['--root', '/tmp/imagenes', '--runroot', '/run/imagenes', '--storage-driver', 'vfs'];
/** Milliseconds. */
const [LOOK, LIMIT] = [300, 120_000];

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  process.stderr.write(`docker: ${sentence}\n`);
  process.exit(1);
}

/** @param {string[]} args */
const buildah = (...args) =>
  execFileSync('buildah', [...STORE, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 }).trim();

/** @param {string} command @param {string[]} args */
function run(command, ...args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  return status ?? 1;
}

const variables = /** @type {Record<string, string>} */ ({
  ...(existsSync('.env') && settingsIn('.env')),
});

/** @param {string} file @returns {Record<string, string>} */
function settingsIn(file) {
  const lines = readFileSync(file, 'utf8').matchAll(/^([A-Z]\w*)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}

/** @param {string} text */
const interpolated = (text) =>
  text.replaceAll(/\$\$|\$\{(\w+)(?::\?([^}]*))?\}|\$/g, (all, name, message) => {
    if (all === '$$') return '$';
    if (name === undefined) refuse(`a lone $ in «${text}»`);
    const value = variables[name] ?? '';
    if (value === '' && message !== undefined) refuse(`${name}: ${message}`);
    return value;
  });

/** @param {unknown} value @returns {unknown} */
function eachText(value) {
  if (typeof value === 'string') return interpolated(value);
  if (Array.isArray(value)) return value.map(eachText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, eachText(one)]));
}

/** Merges as Compose does: maps by key, volumes one after the other, and the rest by replacement. */
function composed() {
  /** @type {Record<string, Service>} */
  const services = {};
  for (const file of (variables.COMPOSE_FILE || 'compose.yaml').split(':')) {
    const text = readFileSync(file, 'utf8');
    const { services: given } = /** @type {{ services: Record<string, Service> }} */ (
      eachText(parse(text, { merge: true }))
    );
    for (const [name, service] of Object.entries(given)) {
      const before = services[name];
      services[name] = {
        ...before,
        ...service,
        environment: { ...before?.environment, ...service.environment },
        depends_on: { ...before?.depends_on, ...service.depends_on },
        volumes: [...(before?.volumes ?? []), ...(service.volumes ?? [])],
      };
      for (const key of Object.keys(service))
        if (!known.has(key)) refuse(`${file}: ${name}: nobody checks «${key}»`);
    }
  }
  return services;
}

const services = composed();

/** @param {string | undefined} name @returns {Service} */
const serviceOf = (name = '') => services[name] ?? refuse(`there is no service «${name}»`);

/** @param {string} image @returns {Partial<Image>} */
const imageOf = (image) =>
  substitutes[image] ?? JSON.parse(buildah('inspect', '--type', 'image', image)).Docker.config;

/** The root folder of a service: of its container, or of this machine. @param {string} name */
function rootOf(name) {
  const { image } = serviceOf(name);
  return image in substitutes ? '' : buildah('mount', name).split(' ').at(-1);
}

/** @param {string} name */
function create(name) {
  const { image } = serviceOf(name);
  if (image in substitutes) return;
  spawnSync('buildah', [...STORE, 'rm', name]);
  buildah('from', '--pull-never', '--name', name, image);
}

/** The folder of a volume, filled from the image when it is new, as Docker does. @param {string} name @param {string} volume */
function mounted(name, volume) {
  const [source = '', target = '', mode = 'rw'] = volume.split(':');
  if (source.startsWith('./')) return { source: `${process.cwd()}/${source}`, target, mode };
  const folder = `/var/lib/docker/volumes/${PREFIX}_${source}`;
  if (!existsSync(folder)) {
    mkdirSync('/var/lib/docker/volumes', { recursive: true });
    const shipped = `${rootOf(name)}${target}`;
    if (rootOf(name) !== '' && existsSync(shipped)) run('cp', '-a', shipped, folder);
    else mkdirSync(folder);
  }
  return { source: folder, target, mode };
}

/** What keeps a process of a service in its container, as properties of a unit. @param {string} name @param {Record<string, string>} more */
function confinement(name, more = {}) {
  const service = serviceOf(name);
  const image = imageOf(service.image);
  const root = rootOf(name);
  const volumes = (service.volumes ?? []).map((volume) => mounted(name, volume));
  const user = (service.user ?? image.User ?? '') || '0:0';
  const [uid, gid = uid] = user.split(':');
  const writable = volumes.filter(({ mode }) => mode === 'rw').map(({ target }) => target);
  if (service.tmpfs) writable.push(service.tmpfs);
  for (const path of writable) mkdirSync(`${root}${path}`, { recursive: true });
  const binds = volumes.map(
    ({ source, target, mode }) =>
      `${mode === 'ro' ? 'BindReadOnlyPaths' : 'BindPaths'}=${source}:${target}`,
  );
  const properties = [
    ...(root === '' ? [] : [`RootDirectory=${root}`, 'MountAPIVFS=yes']),
    ...binds,
    'BindReadOnlyPaths=/etc/hosts',
    `User=${uid}`,
    `Group=${gid}`,
    `WorkingDirectory=${image.WorkingDir || '/'}`,
    ...(service.read_only
      ? ['ProtectSystem=strict', ...writable.map((path) => `ReadWritePaths=${path}`)]
      : []),
    ...(service.tmpfs ? [`TemporaryFileSystem=${service.tmpfs}:mode=1777`] : []),
    ...(service.security_opt?.includes('no-new-privileges:true') ? ['NoNewPrivileges=yes'] : []),
    ...(service.mem_limit ? [`MemoryMax=${service.mem_limit.toUpperCase()}`] : []),
    ...(service.pids_limit ? [`TasksMax=${service.pids_limit}`] : []),
  ];
  if (service.cap_drop?.includes('ALL'))
    properties.push(
      `CapabilityBoundingSet=${(service.cap_add ?? []).map((one) => `CAP_${one}`).join(' ')}`,
    );
  const environment = {
    ...Object.fromEntries((image.Env ?? []).map((pair) => pair.split(/=(.*)/s))),
    ...(service.env_file && settingsIn(service.env_file)),
    ...service.environment,
    ...more,
  };
  const path = /** @type {string} */ (environment.PATH ?? process.env.PATH);
  return {
    /** @param {string[]} command */
    found: ([program = '', ...args]) => {
      const folders = program.startsWith('/') ? [''] : path.split(':').map((one) => `${one}/`);
      const file = folders.map((one) => one + program).find((one) => existsSync(root + one));
      // A unit replaces variables in its arguments.
      return [file ?? program, ...args.map((arg) => arg.replaceAll('$', '$$$$'))];
    },
    options: [
      ...properties.map((property) => `--property=${property}`),
      ...Object.entries(environment).map(([key, value]) => `--setenv=${key}=${value}`),
    ],
  };
}

/** Runs a command in the container of a service. @param {string} name @param {string[]} command @param {Record<string, string>} more */
function execute(name, command, more = {}) {
  const { options, found } = confinement(name, more);
  return run(
    'systemd-run',
    '--quiet',
    '--wait',
    '--collect',
    '--pipe',
    ...options,
    ...found(command),
  );
}

/** @param {string} name */
const unitOf = (name) => `${PREFIX}-${name}`;

/** @param {string} name */
const isActive = (name) =>
  spawnSync('systemctl', ['is-active', '--quiet', unitOf(name)]).status === 0;

/** @param {string} name */
function isHealthy(name) {
  const { healthcheck, image } = serviceOf(name);
  if (healthcheck?.disable) return isActive(name);
  const [kind, ...test] = healthcheck?.test ?? imageOf(image).Healthcheck?.Test ?? [];
  if (kind === undefined) return isActive(name);
  if (kind !== 'CMD') refuse(`${name}: a health check by ${kind}`);
  const { options, found } = confinement(name);
  const args = ['--quiet', '--wait', '--collect', '--pipe', ...options, ...found(test)];
  return isActive(name) && spawnSync('systemd-run', args).status === 0;
}

/** @param {string} name */
function awaitHealth(name) {
  const deadline = Date.now() + LIMIT;
  while (!isHealthy(name)) {
    if (Date.now() > deadline || !isActive(name)) {
      commands.logs?.([name]);
      refuse(`container ${name} is unhealthy`);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK);
  }
}

/** Starts a service after those it depends on. @param {string} name @param {Set<string>} started */
function start(name, started) {
  if (started.has(name)) return;
  started.add(name);
  const service = serviceOf(name);
  for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
    start(other, started);
    if (condition !== 'service_healthy') refuse(`${name}: the condition ${condition}`);
    awaitHealth(other);
  }
  run('systemctl', 'stop', unitOf(name));
  create(name);
  const image = imageOf(service.image);
  const command =
    typeof service.command === 'string' ? service.command.split(' ') : service.command;
  const entrypoint = service.entrypoint ?? image.Entrypoint ?? [];
  const { options, found } = confinement(name);
  const grace = service.stop_grace_period ?? '10s';
  const unit = [`--unit=${unitOf(name)}`, '--collect', '--property=Restart=always'];
  const args = found([...entrypoint, ...(command ?? image.Cmd ?? [])]);
  const status = run(
    'systemd-run',
    '--quiet',
    ...unit,
    `--property=TimeoutStopSec=${grace}`,
    ...options,
    ...args,
  );
  if (status !== 0) refuse(`${name} did not start`);
}

/** The network of the containers: each service has an address, and all know their names. systemd asks for an account. */
function connect() {
  run(
    'sh',
    '-c',
    'id 65532 >/dev/null 2>&1 || (groupadd -g 65532 contenedor; useradd -u 65532 -g 65532 contenedor) 2>/dev/null',
  );
  const hosts = readFileSync('/etc/hosts', 'utf8');
  Object.keys(services).forEach((name, index) => {
    const address = `172.30.57.${index + 2}`;
    run('ip', 'address', 'replace', `${address}/32`, 'dev', 'lo');
    if (!hosts.includes(`${address} `)) appendFileSync('/etc/hosts', `${address} ${name}\n`);
  });
}

function build() {
  for (const { build: context, image } of Object.values(services))
    if (context)
      buildah(
        'bud',
        '--isolation',
        'chroot',
        '--format',
        'docker',
        '--pull-never',
        '--tag',
        image,
        context,
      );
}

/** @type {Record<string, (args: string[]) => number>} */
const commands = {
  up(args) {
    const others = args.filter((arg) => !['--detach', '--build', '--wait'].includes(arg));
    if (others.length > 0 || !args.includes('--detach')) refuse(`up ${args.join(' ')}`);
    if (args.includes('--build')) build();
    connect();
    const started = new Set();
    for (const name of Object.keys(services)) start(name, started);
    if (args.includes('--wait')) Object.keys(services).forEach(awaitHealth);
    return 0;
  },
  down() {
    for (const name of Object.keys(services)) run('systemctl', 'stop', unitOf(name));
    return 0;
  },
  restart([name = '']) {
    return run('systemctl', 'restart', unitOf(name));
  },
  ps() {
    for (const name of Object.keys(services)) {
      const state = isHealthy(name) ? 'healthy' : 'unhealthy';
      process.stdout.write(`${name} ${isActive(name) ? state : 'exited'}\n`);
    }
    return 0;
  },
  logs([name = '']) {
    return run('journalctl', '--output=cat', '--unit', unitOf(name));
  },
  exec(args) {
    /** @type {Record<string, string>} */
    const more = {};
    while (args[0] === '-e') {
      const [, key = '', value = ''] = /^(\w+)=(.*)$/s.exec(args[1] ?? '') ?? [];
      more[key] = value;
      args.splice(0, 2);
    }
    const [name = '', ...command] = args;
    if (!isActive(name)) refuse(`service «${name}» is not running`);
    return execute(name, command, more);
  },
};

const [compose, command = '', ...given] = process.argv.slice(2);
const perform = compose === 'compose' ? commands[command] : undefined;
if (perform === undefined) refuse(`unknown: ${process.argv.slice(2).join(' ')}`);
process.exitCode = perform(given);
