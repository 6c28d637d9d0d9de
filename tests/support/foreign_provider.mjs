// A certified third-party OIDC provider (panva's oidc-provider), configured as docs/operations.md
// describes. Usage: node foreign_provider.mjs PORT CLIENT_ID AUDIENCE REDIRECT_URI CLAIM_NAMESPACE
import { createServer } from "node:http";
import { generateKeyPairSync } from "node:crypto";
import { Provider } from "oidc-provider";

const [port, clientId, audience, redirectUri, namespace] = process.argv.slice(2);
const issuer = `http://localhost:${port}/`;

/** The claims of the person who logs in with this address, which is verified unless it begins with `unverified`. */
function claimsOf(email) {
  return { email, email_verified: !email.startsWith("unverified"), name: email.split("@")[0] };
}

const kept = new Map();

/** The provider's storage, shared by its instances before and after a change of keys. */
class Memory {
  constructor(model) {
    this.model = model;
  }
  at(id) {
    return `${this.model}:${id}`;
  }
  async upsert(id, payload) {
    kept.set(this.at(id), payload);
  }
  async find(id) {
    return kept.get(this.at(id));
  }
  async findByUid(uid) {
    return [...kept.values()].find((payload) => payload.uid === uid && payload.kind === this.model);
  }
  async findByUserCode() {
    return undefined;
  }
  async consume(id) {
    kept.get(this.at(id)).consumed = Math.floor(Date.now() / 1000);
  }
  async destroy(id) {
    kept.delete(this.at(id));
  }
  async revokeByGrantId(grantId) {
    for (const [key, payload] of kept) {
      if (payload.grantId === grantId) {
        kept.delete(key);
      }
    }
  }
}

function newKey(kid) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" };
}

function provider(keys) {
  const made = new Provider(issuer, {
    adapter: Memory,
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        redirect_uris: [redirectUri],
      },
    ],
    jwks: { keys },
    routes: {
      authorization: "/authorize",
      token: "/oauth/token",
      jwks: "/.well-known/jwks.json",
      userinfo: "/userinfo",
      end_session: "/v2/logout",
    },
    clientBasedCORS: () => true,
    conformIdTokenClaims: false,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    scopes: ["openid", "offline_access", "email", "profile"],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    cookies: { keys: ["a key of a test"] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...claimsOf(id) }) }),
    extraTokenClaims: (_, token) => {
      const prefix = token.accountId.includes("plain") ? "" : namespace;
      const claims = Object.entries(claimsOf(token.accountId));
      return Object.fromEntries(claims.map(([name, value]) => [prefix + name, value]));
    },
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          audience,
          scope: "openid profile email offline_access",
          accessTokenFormat: "jwt",
          accessTokenTTL: 3600,
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
    ttl: { Session: 3600, Grant: 3600, IdToken: 3600, RefreshToken: 3600, Interaction: 3600 },
  });
  return made.callback();
}

const keys = [newKey("first")];
let answer = provider(keys);

createServer((request, response) => {
  if (request.method === "POST" && request.url === "/test/change-key") {
    keys.splice(0, keys.length, newKey(`key-${Date.now()}`));
    answer = provider(keys);
    response.end();
    return;
  }
  answer(request, response);
}).listen(Number(port), "localhost", () => console.log("ready"));
