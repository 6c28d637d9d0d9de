/** Cache keys of members and API keys. */
export const memberKeys = {
  people: ["people"] as const,
  invitation: ["invitation"] as const,
  openInvitations: ["open-invitations"] as const,
  apiKeys: ["api-keys"] as const,
  erasures: ["erasures"] as const,
};
