import { t } from "@lingui/core/macro";
import { useNavigate, useParams } from "react-router";
import { Protected } from "@/app/shell/protected";
import { DeleteUserDialog } from "@/features/org/organization/components/delete-user-dialog";
import { useSession } from "@/shared/auth/session";
import { useTitle } from "@/shared/components/use-title";
import { paths } from "@/shared/config/paths";

export function Component() {
  useTitle(t`Delete user`);
  const { status } = useSession();
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const close = () => void navigate(paths.members);
  return status === "authenticated" ? (
    <DeleteUserDialog userId={id} onDeleted={close} onClose={close} />
  ) : (
    <Protected />
  );
}
