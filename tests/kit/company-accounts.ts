/** A real OpenID Connect provider in this process, on a port of its own: what a company has at Keycloak or Entra ID. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CryptoKey,
  type JWK,
  SignJWT,
  type JWTPayload,
  decodeJwt,
  exportJWK,
  generateKeyPair,
} from 'jose';
import Provider from 'oidc-provider';

export interface Employee {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  groups: readonly string[];
}

export const clientId = 'caja-menor';
export const clientSecret = 'secreto-del-cliente-de-prueba';
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

interface Key {
  privateKey: CryptoKey;
  jwk: JWK;
}

async function newKey(kid: string): Promise<Key> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' } };
}

export interface CompanyAccounts {
  issuer: string;
  employees: Map<string, Employee>;
  /** The person whom the provider signs in without a form; null: its form asks. */
  signedIn: string | null;
  /** Changes the ID token of the next answers and signs it with `forgeKey`. */
  forge: ((claims: JWTPayload) => JWTPayload) | null;
  forgeKey: CryptoKey;
  ownKey: CryptoKey;
  /** A key that the provider does not publish, under the name of its own. */
  foreignKey: CryptoKey;
  /** A logout token as the provider signs it. */
  logoutToken: (claims: Record<string, unknown>, key?: CryptoKey) => Promise<string>;
  /** Follows the way of a browser from the provider's first address to the address that leads back. */
  follow: (address: string) => Promise<string>;
  close: () => Promise<void>;
}

const sign = (claims: JWTPayload, key: CryptoKey, kid = 'uno'): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key);

/** @param returnTo address of the application that the provider leads back to @param port 0: any */
export async function startCompanyAccounts(returnTo: string, port = 0): Promise<CompanyAccounts> {
  const own = await newKey('uno');
  const foreign = await newKey('uno');
  const employees = new Map<string, Employee>();
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [returnTo],
        backchannel_logout_uri: returnTo.replace('respuesta', 'salida'),
      },
    ],
    jwks: { keys: [own.jwk] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups'],
    },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: true },
      backchannelLogout: { enabled: true },
    },
    cookies: { keys: ['clave-de-prueba'] },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      IdToken: 60,
      Interaction: 60,
      Session: 60,
      Grant: 60,
    },
    findAccount: (_context, id) => {
      const employee = employees.get(id);
      return employee && { accountId: id, claims: () => ({ ...employee }) };
    },
    loadExistingGrant: async (context) => {
      const { provider: by, client, session } = context.oidc;
      const grant = new by.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const accounts: CompanyAccounts = {
    issuer,
    employees,
    signedIn: null,
    forge: null,
    forgeKey: own.privateKey,
    ownKey: own.privateKey,
    foreignKey: foreign.privateKey,
    async logoutToken(claims, key = own.privateKey) {
      const now = Math.floor(Date.now() / 1_000);
      const usual = {
        iss: issuer,
        aud: clientId,
        iat: now,
        exp: now + 120,
        jti: String(Math.random()),
        events: { [logoutEvent]: {} },
      };
      return sign({ ...usual, ...claims }, key);
    },
    follow: (address) => followed(address, accounts),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  provider.use(async (context, next) => {
    await next();
    const { body } = context as { body: unknown };
    if (accounts.forge === null || context.path !== '/token') return;
    if (typeof body !== 'object' || body === null || !('id_token' in body)) return;
    const claims = accounts.forge(decodeJwt(String(body.id_token)));
    context.body = { ...body, id_token: await sign(claims, accounts.forgeKey) };
  });
  server.on('request', provider.callback());
  return accounts;
}

/** A browser at the provider: cookies, redirects and the sign-in form. */
async function followed(address: string, { issuer, signedIn }: CompanyAccounts): Promise<string> {
  const cookies = new Map<string, string>();
  let [url, init]: [string, RequestInit] = [address, {}];
  for (let step = 0; step < 10; step += 1) {
    if (!url.startsWith(issuer)) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) {
      // The sign-in form of the provider.
      const [, action = ''] = /action="([^"]+)"/.exec(await response.text()) ?? [];
      if (action === '') throw new Error(`the provider answered ${response.status} at ${url}`);
      url = new URL(action, url).href;
      init = {
        method: 'POST',
        body: new URLSearchParams({ prompt: 'login', login: signedIn ?? '', password: 'x' }),
      };
    } else {
      await response.arrayBuffer();
      url = new URL(location, url).href;
      init = {};
    }
  }
  throw new Error('the provider does not lead back');
}
