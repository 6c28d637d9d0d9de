import { t } from "@lingui/core/macro";
import { NewGame } from "@/features/promotions/games/components/new-game";
import { EditorsOnly } from "@/shared/components/editors-only";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

/** `/admin/games/new`, on an existing code if `code` names one. */
export function Component() {
  return reaches(useOrganization().role, "editor") ? (
    <NewGame />
  ) : (
    <EditorsOnly
      title={t`New game`}
      text={t`Only editors can create games.`}
      back={{ to: paths.games, label: t`Games` }}
    />
  );
}
