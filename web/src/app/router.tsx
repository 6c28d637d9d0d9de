import { createBrowserRouter, Navigate, type RouteObject } from "react-router";
import { NotFound } from "@/app/routes/not-found";
import { RootLayout } from "@/app/routes/root-layout";
import { RouteError } from "@/app/routes/route-error";
import { Protected } from "@/app/shell/protected";
import { paths } from "@/shared/config/paths";

/** The admin's children. Each needs a login, except create-qr-code, which asks when it saves. */
const ADMIN_CHILDREN: RouteObject[] = [
  { path: "create-qr-code", lazy: () => import("@/app/routes/admin/create-code") },
  {
    element: <Protected />,
    children: [
      { index: true, lazy: () => import("@/app/routes/admin/overview") },
      { path: "static-code", lazy: () => import("@/app/routes/admin/static-code") },
      { path: "my-codes", lazy: () => import("@/app/routes/admin/my-codes") },
      { path: "my-codes/show/:codeId", lazy: () => import("@/app/routes/admin/show-code") },
      { path: "my-codes/edit/:codeId", lazy: () => import("@/app/routes/admin/edit-code") },
      { path: "my-codes/edit/:codeId/success", lazy: () => import("@/app/routes/admin/edit-code-success") },
      { path: "my-codes/pass/:codeId", lazy: () => import("@/app/routes/admin/pass-of-code") },
      { path: "my-codes/lock/:codeId", lazy: () => import("@/app/routes/admin/lock-code") },
      { path: "my-codes/analytics/:codeId", lazy: () => import("@/app/routes/admin/code-analytics") },
      { path: "folders", lazy: () => import("@/app/routes/admin/folders") },
      { path: "folder/:folderId", lazy: () => import("@/app/routes/admin/folder") },
      { path: "create-qr-success", lazy: () => import("@/app/routes/admin/create-code-success") },
      { path: "analytics", lazy: () => import("@/app/routes/admin/analytics") },
      { path: "reports", lazy: () => import("@/app/routes/admin/reports") },
      { path: "sql", lazy: () => import("@/app/routes/admin/sql") },
      { path: "data-dictionary", lazy: () => import("@/app/routes/admin/data-dictionary") },
      { path: "ai-qr", lazy: () => import("@/app/routes/admin/ai-qr") },
      { path: "walls", lazy: () => import("@/app/routes/admin/walls") },
      { path: "walls/:wallId", lazy: () => import("@/app/routes/admin/wall") },
      { path: "terms-pages", lazy: () => import("@/app/routes/admin/terms") },
      { path: "my-slip", lazy: () => import("@/app/routes/admin/my-slips") },
      { path: "create-slip", lazy: () => import("@/app/routes/admin/create-slip") },
      { path: "design-slip", lazy: () => import("@/app/routes/admin/design-slip") },
      { path: "slip/:slipId", lazy: () => import("@/app/routes/admin/design-slip") },
      { path: "create-slip-success", lazy: () => import("@/app/routes/admin/print-slip") },
      { path: "notes", lazy: () => import("@/app/routes/admin/notes") },
      { path: "initial-content", lazy: () => import("@/app/routes/admin/initial-content") },
      { path: "pages", lazy: () => import("@/app/routes/admin/pages") },
      { path: "pages/:codeId", lazy: () => import("@/app/routes/admin/pages") },
      { path: "add-new-page", lazy: () => import("@/app/routes/admin/add-new-page") },
      { path: "update-page/:pageId", lazy: () => import("@/app/routes/admin/update-page") },
      { path: "customers", lazy: () => import("@/app/routes/admin/customers") },
      { path: "customers/duplicates", lazy: () => import("@/app/routes/admin/duplicate-customers") },
      { path: "customers/import", lazy: () => import("@/app/routes/admin/import-customers") },
      { path: "customers/import/:importId", lazy: () => import("@/app/routes/admin/customer-import") },
      { path: "contact-rules", lazy: () => import("@/app/routes/admin/contact-rules") },
      { path: "customers/:customerId", lazy: () => import("@/app/routes/admin/customer") },
      { path: "segments", lazy: () => import("@/app/routes/admin/segments") },
      { path: "segments/new", lazy: () => import("@/app/routes/admin/new-segment") },
      { path: "segments/:segmentId", lazy: () => import("@/app/routes/admin/segment") },
      { path: "segments/:segmentId/edit", lazy: () => import("@/app/routes/admin/edit-segment") },
      { path: "rewards", lazy: () => import("@/app/routes/admin/rewards") },
      { path: "reward-reports", lazy: () => import("@/app/routes/admin/reward-reports") },
      { path: "earning-rules", lazy: () => import("@/app/routes/admin/earning-rules") },
      { path: "orders", lazy: () => import("@/app/routes/admin/orders") },
      { path: "till", lazy: () => import("@/app/routes/admin/till") },
      { path: "tills", lazy: () => import("@/app/routes/admin/tills") },
      { path: "referrals", lazy: () => import("@/app/routes/admin/referrals") },
      { path: "games", lazy: () => import("@/app/routes/admin/games") },
      { path: "games/new", lazy: () => import("@/app/routes/admin/new-game") },
      { path: "games/of-code/:codeId", lazy: () => import("@/app/routes/admin/game-of-code") },
      { path: "games/:gameId", lazy: () => import("@/app/routes/admin/game") },
      { path: "passes", lazy: () => import("@/app/routes/admin/passes") },
      { path: "pass-templates", lazy: () => import("@/app/routes/admin/pass-templates") },
      { path: "pass-templates/new", lazy: () => import("@/app/routes/admin/new-pass-template") },
      { path: "pass-templates/:templateId", lazy: () => import("@/app/routes/admin/pass-template") },
      { path: "pass-updates", lazy: () => import("@/app/routes/admin/pass-updates") },
      { path: "forms", lazy: () => import("@/app/routes/admin/forms") },
      { path: "forms/answers", lazy: () => import("@/app/routes/admin/form-answers") },
      { path: "templates", lazy: () => import("@/app/routes/admin/templates") },
      { path: "settings", element: <Navigate to={paths.account} replace /> },
      { path: "settings/account", lazy: () => import("@/app/routes/admin/settings/account") },
      { path: "settings/organization", lazy: () => import("@/app/routes/admin/settings/organization") },
      { path: "settings/members", lazy: () => import("@/app/routes/admin/settings/members") },
      { path: "settings/brand", lazy: () => import("@/app/routes/admin/settings/brand") },
      { path: "settings/domains", lazy: () => import("@/app/routes/admin/settings/domains") },
      { path: "settings/api-keys", lazy: () => import("@/app/routes/admin/settings/api-keys") },
      { path: "settings/notifications", lazy: () => import("@/app/routes/admin/settings/notifications") },
      { path: "settings/wallet", lazy: () => import("@/app/routes/admin/settings/wallet") },
      { path: "settings/privacy", lazy: () => import("@/app/routes/admin/settings/privacy") },
      // Addresses of before, in mails and bookmarks.
      { path: "profile", element: <Navigate to={paths.account} replace /> },
      { path: "profile/privacy", element: <Navigate to={paths.privacy} replace /> },
      { path: "profile/domains", element: <Navigate to={paths.domains} replace /> },
      { path: "*", element: <NotFound /> },
    ],
  },
];

export const ROUTES: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <></>,
    children: [
      { index: true, lazy: () => import("@/app/routes/home") },
      { path: "share", lazy: () => import("@/app/routes/share") },
      { path: "shared/:token", lazy: () => import("@/app/routes/shared") },
      { path: "card/:id", lazy: () => import("@/app/routes/card") },
      { path: "auth/login", lazy: () => import("@/app/routes/login") },
      { path: "invitation", lazy: () => import("@/app/routes/invitation") },
      { path: "ai-qr", lazy: () => import("@/app/routes/ai-qr") },
      { path: "till", lazy: () => import("@/app/routes/till") },
      { path: "deleteAlert/:id", lazy: () => import("@/app/routes/delete-alert") },
      { path: "dummy", element: null },
      {
        path: "admin",
        lazy: () => import("@/app/shell/admin-shell"),
        errorElement: <RouteError />,
        children: ADMIN_CHILDREN,
      },
      { path: "*", element: <NotFound /> },
    ],
  },
];

/** The app's router. */
export function createAppRouter() {
  return createBrowserRouter(ROUTES);
}
