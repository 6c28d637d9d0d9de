# For Kubernetes, build with --build-arg REQUIREMENTS=kubernetes.
FROM python:3.11-slim AS python
ARG REQUIREMENTS=runtime
WORKDIR /app
ENV PYTHONUNBUFFERED=1 DAGSTER_HOME=/app/var/dagster
COPY requirements requirements
RUN pip install --no-cache-dir --require-hashes -r requirements/bootstrap.txt \
 && uv pip install --system --no-cache --require-hashes -r requirements/${REQUIREMENTS}.txt
COPY pyproject.toml ./
COPY deploy/dagster.yaml deploy/workspace.yaml var/dagster/
COPY runtime runtime
COPY warehouse warehouse
COPY ingest ingest
COPY pipelines pipelines
COPY api api
RUN uv pip install --system --no-cache --no-deps -e . \
 && waypost openapi > openapi.json \
 && useradd --system --home-dir /app waypost \
 && chown -R waypost var

FROM node:24-slim AS web
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY web web
COPY sdks sdks
COPY --from=python /app/openapi.json .setup/openapi.json
RUN npm run generate && npm run build

FROM python
COPY --from=web /build/web/dist web/dist
COPY --from=web /build/node_modules/@ip-location-db node_modules/@ip-location-db
COPY --from=web /build/node_modules/@expo-google-fonts node_modules/@expo-google-fonts
ENV WAYPOST_ENVIRONMENT=production WAYPOST_HOST=0.0.0.0
USER waypost
CMD ["waypost", "api"]
