// The API reference and its console. API keys that a user types stay in this page: nothing is stored, and no request
// goes to another host.
const waiting = document.getElementById("waiting");
try {
  const [{ createApiReference }, answer] = await Promise.all([
    import("/reference/scalar/standalone.esm.js"),
    fetch("/openapi.json"),
  ]);
  if (!answer.ok) {
    throw new Error(`the document was answered with ${answer.status}`);
  }
  const content = await answer.json();
  content.servers = [{ url: location.origin }];
  createApiReference("#reference", {
    content,
    forceDarkModeState: document.documentElement.dataset.theme === "dark" ? "dark" : "light",
    hideDarkModeToggle: true,
    withDefaultFonts: false,
    telemetry: false,
    persistAuth: false,
    proxyUrl: "",
    hideClientButton: true,
    showDeveloperTools: "never",
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: "none",
    authentication: { preferredSecurityScheme: "HTTPBearer" },
    hiddenClients: { c: true, clojure: true, dart: true, fsharp: true, kotlin: true, objc: true, ocaml: true, r: true },
  });
  waiting?.remove();
} catch (error) {
  console.error(error);
  if (waiting) {
    waiting.textContent = "The reference could not be loaded. Reload the page, or read the OpenAPI document.";
  }
}
