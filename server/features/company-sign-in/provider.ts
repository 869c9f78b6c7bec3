/** Requests to the company's accounts: to the configured issuer, and to the addresses that its discovery document names. */
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { codeOf } from '../../platform/errors/http-error.ts';

export interface Client {
  emisor: string;
  cliente: string;
}

/** The issuer as it is stored and compared. */
export const issuerOf = (emisor: string): string => new URL(emisor).href;

/** Seconds until a request to the issuer is given up. */
const TIMEOUT = 10;

const isOnThisMachine = (address: URL): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname);

/** Read anew for each use, so that new keys and addresses of the issuer hold at once. */
export function discover(
  { emisor, cliente }: Client,
  secret: string | null,
): Promise<oidc.Configuration> {
  const issuer = new URL(emisor);
  const authentication = secret === null ? oidc.None() : oidc.ClientSecretPost(secret);
  return oidc.discovery(issuer, cliente, undefined, authentication, {
    timeout: TIMEOUT,
    execute: [
      oidc.enableNonRepudiationChecks,
      ...(isOnThisMachine(issuer) ? [oidc.allowInsecureRequests] : []),
    ],
  });
}

export interface Proof {
  estado: string;
  nonce: string;
  verificador: string;
}

export const newProof = (): Proof => ({
  estado: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verificador: oidc.randomPKCECodeVerifier(),
});

export const authorizationAddress = async (
  config: oidc.Configuration,
  { estado, nonce, verificador }: Proof,
  redirect_uri: string,
): Promise<URL> =>
  oidc.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: 'openid email profile',
    state: estado,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verificador),
    code_challenge_method: 'S256',
  });

/** A person's account at the company. */
export interface CompanyAccount {
  emisor: string;
  sujeto: string;
  /** Session at the company's accounts; '' when they name none. */
  sid: string;
  /** Null unless it is verified. */
  email: string | null;
  nombre: string;
  grupos: readonly string[];
}

type Claims = Readonly<Record<string, unknown>>;

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The value of a claim: by its whole name, or by a path such as `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const key of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Claims)[key];
  }
  return value;
}

const textsIn = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');

/** Entra ID names the verified domain of an address `xms_edov`. */
const isVerified = ({ email_verified, xms_edov }: Claims): boolean =>
  email_verified === true || xms_edov === true || xms_edov === 1 || xms_edov === '1';

/**
 * Exchanges the code of an answer for the claims of the person. The claims that the token lacks are read from the
 * issuer's userinfo.
 *
 * @param answer the address that the issuer led to @param groups name of the claim with the groups
 */
export async function accountOf(
  config: oidc.Configuration,
  answer: URL,
  { estado, nonce, verificador }: Proof,
  groups: string,
): Promise<CompanyAccount> {
  const tokens = await oidc.authorizationCodeGrant(config, answer, {
    expectedState: estado,
    expectedNonce: nonce,
    pkceCodeVerifier: verificador,
    idTokenExpected: true,
  });
  const token = tokens.claims();
  if (token === undefined) throw new Error('the answer has no ID token');
  const isWhole = [groups, 'email', 'name'].every((name) => claimAt(token, name) !== undefined);
  const more =
    isWhole || config.serverMetadata().userinfo_endpoint === undefined
      ? {}
      : await oidc.fetchUserInfo(config, tokens.access_token, token.sub);
  const claims: Claims = { ...more, ...token };
  const email = textIn(claims.email);
  return {
    emisor: issuerOf(token.iss),
    sujeto: token.sub,
    sid: textIn(claims.sid),
    email: email !== '' && isVerified(claims) ? email : null,
    nombre: textIn(claims.name),
    grupos: textsIn(claimAt(claims, groups)),
  };
}

/** Sentences for what is wrong, by the code of the failure. */
const failures: Readonly<Record<string, string>> = {
  ENOTFOUND: 'No se encuentra el servidor del emisor: revise la dirección.',
  ECONNREFUSED: 'El servidor del emisor no acepta conexiones: revise la dirección y el puerto.',
  OAUTH_TIMEOUT: 'El emisor no respondió a tiempo.',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'El emisor nombra una dirección que no es https.',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    'El emisor se llama de otro modo en su documento: copie la dirección exacta que él publica como «issuer».',
  OAUTH_RESPONSE_IS_NOT_CONFORM:
    'En esa dirección no hay un emisor: no responde /.well-known/openid-configuration.',
  OAUTH_RESPONSE_IS_NOT_JSON: 'El documento del emisor no se puede leer: no es JSON.',
  OAUTH_PARSE_ERROR: 'El documento del emisor no se puede leer: no es JSON.',
  OAUTH_INVALID_RESPONSE: 'El documento del emisor no es válido.',
};

/** The codes of a failure and of its causes, the last cause first. */
const codesIn = (error: unknown): string[] =>
  error instanceof Error ? [...codesIn(error.cause), codeOf(error)] : [];

const failureSentence = (error: unknown): string =>
  codesIn(error).flatMap((code) => failures[code] ?? [])[0] ??
  'No se pudo hablar con el emisor: revise la dirección, su certificado y la red del servidor.';

const lacksAddresses = 'El documento del emisor no dice dónde se ingresa o dónde están sus claves.';
const refusedClient =
  'El emisor rechaza al cliente: revise su identificación y el secreto en OIDC_CLIENT_SECRET_FILE.';
const works = 'El emisor responde y acepta al cliente.';

export interface Trial {
  correcto: 0 | 1;
  avisa_salida: 0 | 1;
  msg: string;
}

/** Whether the issuer accepts the client: it refuses a code that it did not issue, and before that a wrong client. */
async function refusesClient(config: oidc.Configuration, redirect_uri: string): Promise<boolean> {
  try {
    const code = oidc.randomState();
    const code_verifier = oidc.randomPKCECodeVerifier();
    await oidc.genericGrantRequest(config, 'authorization_code', {
      code,
      redirect_uri,
      code_verifier,
    });
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError) return error.error !== 'invalid_grant';
    if (error instanceof oidc.WWWAuthenticateChallengeError) return true;
    throw error;
  }
  return true;
}

/** Tries what a sign-in needs, as far as that is possible without a person. */
export async function tryClient(
  client: Client,
  secret: string | null,
  redirect_uri: string,
): Promise<Trial> {
  const wrong = (msg: string): Trial => ({ correcto: 0, avisa_salida: 0, msg });
  try {
    const config = await discover(client, secret);
    const { authorization_endpoint, token_endpoint, jwks_uri, backchannel_logout_supported } =
      config.serverMetadata();
    if (!authorization_endpoint || !token_endpoint || !jwks_uri) return wrong(lacksAddresses);
    if (await refusesClient(config, redirect_uri)) return wrong(refusedClient);
    const tells = backchannel_logout_supported === true;
    const ending = tells
      ? 'Avisa cuando cierra la sesión de alguien.'
      : 'No avisa cuando cierra la sesión de alguien: aquí cada sesión termina a su hora.';
    return { correcto: 1, avisa_salida: tells ? 1 : 0, msg: `${works} ${ending}` };
  } catch (error) {
    return wrong(failureSentence(error));
  }
}

/** Of a logout token; without `sid`, every session of the person ends. */
export interface Logout {
  sujeto: string;
  sid: string;
  jti: string;
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds for which a logout token is accepted, and milliseconds for which its `jti` is remembered. */
const LOGOUT_AGE = 150;
export const LOGOUT_MEMORY = 2 * LOGOUT_AGE * 1_000;

/** Signatures by keys that only the issuer has. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'EdDSA',
];

/** OpenID Connect Back-Channel Logout 1.0, 2.6. @returns null for a token that is not valid */
export async function logoutOf(
  client: Client,
  secret: string | null,
  token: string,
): Promise<Logout | null> {
  try {
    // Before the issuer is asked for its keys, so that not every text makes a request.
    const { iss, aud } = decodeJwt(token);
    const isOurs = URL.canParse(iss ?? '') && issuerOf(iss ?? '') === issuerOf(client.emisor);
    if (!isOurs || ![aud].flat().includes(client.cliente)) return null;
    const { issuer, jwks_uri = '' } = (await discover(client, secret)).serverMetadata();
    const keys = new URL(jwks_uri);
    if (keys.protocol !== 'https:' && !isOnThisMachine(keys)) return null;
    const { payload } = await jwtVerify(token, createRemoteJWKSet(keys), {
      issuer,
      audience: client.cliente,
      algorithms,
      maxTokenAge: LOGOUT_AGE,
      clockTolerance: 30,
      requiredClaims: ['iat', 'jti'],
    });
    const { sub, sid, jti, events, nonce } = payload;
    const isLogout =
      typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent);
    const [sujeto, session] = [textIn(sub), textIn(sid)];
    if (!isLogout || nonce !== undefined || sujeto + session === '') return null;
    return { sujeto, sid: session, jti: textIn(jti) };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
