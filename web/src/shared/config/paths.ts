/** Every address of the app, spelled once. */
export const paths = {
  home: "/",
  login: "/auth/login",
  admin: "/admin",
  codes: "/admin/my-codes",
  createCode: "/admin/create-qr-code",
  createCodeSuccess: (codeId: string) => `/admin/create-qr-success?code=${encodeURIComponent(codeId)}`,
  showCode: (codeId: string) => `/admin/my-codes/show/${encodeURIComponent(codeId)}`,
  editCode: (codeId: string) => `/admin/my-codes/edit/${encodeURIComponent(codeId)}`,
  editCodeSuccess: (codeId: string) => `/admin/my-codes/edit/${encodeURIComponent(codeId)}/success`,
  codeAnalytics: (codeId: string) => `/admin/my-codes/analytics/${encodeURIComponent(codeId)}`,
  analytics: "/admin/analytics",
  profile: "/admin/profile",
  deleteAlert: (userId: string) => `/deleteAlert/${encodeURIComponent(userId)}`,
};
