import { plural } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "@/shared/auth/session";
import { inboxCountsQuery } from "@/shared/messages/inbox";

/** The number of unread conversations in the inbox. Renders nothing if there are none. */
export function UnreadCount() {
  const { status } = useSession();
  const unread = useQuery({ ...inboxCountsQuery, enabled: status === "authenticated" }).data?.unread ?? 0;
  if (unread === 0) {
    return null;
  }
  return (
    <span
      role="img"
      className="unread-count"
      aria-label={plural(unread, { one: "# unread conversation", other: "# unread conversations" })}
    >
      {unread > 99 ? "99+" : unread}
    </span>
  );
}
