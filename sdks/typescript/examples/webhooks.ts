/**
 * A receiver of webhooks that takes each event once: `node examples/webhooks.ts`, then send to http://localhost:8099.
 *
 * WAYPOST_WEBHOOK_SECRETS holds the signing secret; two with a space between them while one is rotated.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { SignatureRefused, verifyWebhook } from "../src/index.ts";

const secrets = (process.env.WAYPOST_WEBHOOK_SECRETS ?? "").split(" ");
const seen = new Set<string>();

const server = createServer((request, response) => {
  void text(request).then((body) => {
    try {
      const event = verifyWebhook(body, request.headers, ...secrets);
      if (!seen.has(event.data.event_id)) {
        seen.add(event.data.event_id);
        console.log(event.type, event.data.code_id);
      }
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(error instanceof SignatureRefused ? 401 : 500).end();
    }
  });
});
server.listen(Number(process.env.PORT ?? "8099"), "127.0.0.1", () => {
  const address = server.address();
  console.log("ready", typeof address === "object" ? address?.port : "");
});
