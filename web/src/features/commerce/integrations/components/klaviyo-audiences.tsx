import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Grid from "@mui/material/Grid";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import {
  type GroupsQuery,
  listsQuery,
  segmentsQuery,
  useCreateList,
} from "@/features/commerce/integrations/api/audiences";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { reaches, useOrganization } from "@/shared/organization/organization";

/** Lists and segments of the connected Klaviyo account, and a form for a new list. */
export function KlaviyoAudiences() {
  const { role } = useOrganization();
  if (!reaches(role, "editor")) {
    return null;
  }
  return (
    <>
      <Grid size={{ xs: 12, md: 6 }}>
        <Card sx={{ p: { xs: 2, sm: 3 }, height: "100%" }}>
          <Typography component="h2" variant="h5" sx={{ mb: 1 }}>
            <Trans>Lists</Trans>
          </Typography>
          <Names of={listsQuery} none={t`There are no lists yet.`} />
          {reaches(role, "admin") ? <NewList /> : null}
        </Card>
      </Grid>
      <Grid size={{ xs: 12, md: 6 }}>
        <Card sx={{ p: { xs: 2, sm: 3 }, height: "100%" }}>
          <Typography component="h2" variant="h5" sx={{ mb: 1 }}>
            <Trans>Segments</Trans>
          </Typography>
          <Names of={segmentsQuery} none={t`There are no segments yet.`} />
        </Card>
      </Grid>
    </>
  );
}

interface NamesProps {
  of: GroupsQuery;
  none: string;
}

function Names({ of, none }: NamesProps) {
  const query = useQuery(of);
  if (query.isPending) {
    return <Skeleton variant="rounded" height={96} aria-label={t`Loading from Klaviyo`} />;
  }
  if (query.isError) {
    return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data.items.length === 0) {
    return <Typography color="textSecondary">{none}</Typography>;
  }
  return (
    <List dense disablePadding sx={{ maxHeight: 320, overflowY: "auto" }}>
      {query.data.items.map(({ id, name }) => (
        <ListItem key={id} disableGutters divider>
          <ListItemText primary={name} secondary={id} sx={{ overflowWrap: "anywhere" }} />
        </ListItem>
      ))}
    </List>
  );
}

function NewList() {
  const [name, setName] = useState("");
  const create = useCreateList();
  const toasts = useToasts();
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    handleResult(create.mutateAsync(name.trim()), {
      onSuccess: (made) => {
        toasts.success(t`${made.name} was created`);
        setName("");
      },
    });
  };
  return (
    <Stack component="form" noValidate onSubmit={save} spacing={2} sx={{ mt: 2 }}>
      {create.isError ? <Alert severity="error">{messageOf(create.error)}</Alert> : null}
      <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
        <TextField
          label={t`Name of a new list`}
          value={name}
          onChange={({ target }) => setName(target.value)}
          slotProps={{ htmlInput: { maxLength: 80 } }}
          sx={{ flex: 1 }}
        />
        <Button type="submit" variant="outlined" disabled={create.isPending || name.trim() === ""}>
          <Trans>Make the list</Trans>
        </Button>
      </Stack>
    </Stack>
  );
}
