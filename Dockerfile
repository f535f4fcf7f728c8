# A server for Tsuro: `docker build -t tsuro .`, or `docker compose up` with compose.yaml.
# Where containers cannot run, `python -m tools.run_dockerfile` carries the same steps out in a
# clean Debian and plays a game there.

FROM node:22-bookworm-slim AS wheel
RUN apt-get update && apt-get install -y --no-install-recommends python3-venv
WORKDIR /source
COPY . .
RUN python3 -m venv /build && /build/bin/pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends python3-venv && rm -rf /var/lib/apt/lists/*
COPY --from=wheel /wheels /wheels
RUN python3 -m venv /opt/tsuro && /opt/tsuro/bin/pip install --no-cache-dir "$(ls /wheels/*.whl)[fast,pictures]" && rm -rf /wheels
RUN useradd --uid 10001 --home-dir /var/lib/tsuro --shell /usr/sbin/nologin tsuro
RUN install -d -o tsuro -m 0700 /var/lib/tsuro /var/cache/tsuro
# Compiled kernels are for one kind of processor, so they are made where they are used, and kept.
ENV PATH=/opt/tsuro/bin:/usr/bin:/bin TSURO_CACHE_DIR=/var/cache/tsuro PYTHONDONTWRITEBYTECODE=1
USER tsuro
VOLUME ["/var/lib/tsuro", "/var/cache/tsuro"]
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python3", "-c", "import urllib.request as web; web.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["tsuro", "serve", "--no-open", "--host", "0.0.0.0", "--data", "/var/lib/tsuro", "--log-format", "json"]
