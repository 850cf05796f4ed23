#!/usr/bin/env python3
"""Checks what deploys the packages: deployed.py KIND DIST FOLDER, with PLATEN naming the program."""

import json
import os
import re
import socket
import ssl
import subprocess
import sys
from pathlib import Path

import yaml
from check import ROOT, call, only
from installed import Service, until

HELM = ROOT / ".work/helm/helm"
# Every option of the chart at once.
ALL = {
    "publicUrl": "https://docs.example.org:8443",
    "settings": {"PLATEN_TRUSTED_PROXIES": "10.0.0.0/8"},
    "settingsSecret": "platen-settings",
    "storage": {"existingClaim": "documents"},
    "shutdownDelay": 12,
    "networkPolicy": {"enabled": True, "metricsFrom": [{"podSelector": {"matchLabels": {"app": "prometheus"}}}]},
    "ingress": {"enabled": True, "className": "nginx", "tlsSecret": "platen-tls", "annotations": {"a.example.org/b": "c"}},
    "metrics": {"enabled": True, "serviceMonitor": True, "prometheusRule": True, "dashboard": True},
    "imagePullSecrets": [{"name": "registry"}],
    "nodeSelector": {"kubernetes.io/arch": "amd64"},
    "tolerations": [{"key": "documents", "operator": "Exists"}],
    "podAnnotations": {"a.example.org/b": "c"},
}
# Several processes on engines of one's own, in place of one with a folder.
SEVERAL = ALL | {
    "store": {
        "name": "platen",
        "endpoints": {"dynamodb": "http://records:8000", "s3": "https://objects.example.org", "sqs": "http://queues:9324"},
        "autoscaling": {"enabled": True, "maxReplicas": 5, "queueAgeSeconds": 20},
    }
}


def several(folder, packed):
    """The same chart with a store: processes without a folder, as many as there is work for, drained one after the other."""
    values = folder / "several.yaml"
    values.write_text(json.dumps(SEVERAL))
    call(HELM, "lint", "--strict", packed, "--values", values)
    made = [it for it in yaml.safe_load_all(call(HELM, "template", "office", packed, "--values", values)) if it]
    kinds = {manifest["kind"]: manifest for manifest in made}
    assert "StatefulSet" not in kinds and "PersistentVolumeClaim" not in kinds, kinds.keys()
    pod = kinds["Deployment"]["spec"]["template"]["spec"]
    environment = {it["name"]: it["value"] for it in pod["containers"][0]["env"]}
    expected = {"PLATEN_STORE": "aws", "PLATEN_STORE_NAME": "platen", "AWS_ENDPOINT_URL_S3": "https://objects.example.org"}
    assert expected.items() <= environment.items() and "PLATEN_DATA" not in environment, environment
    assert [volume["name"] for volume in pod["volumes"]] == ["tmp"], pod
    assert pod["containers"][0]["readinessProbe"]["httpGet"]["path"] == "/api/health/ready", pod
    assert pod["terminationGracePeriodSeconds"] > int(environment["PLATEN_SHUTDOWN_DELAY"]), pod
    assert "replicas" not in kinds["Deployment"]["spec"], "the autoscaler decides"
    scaler = kinds["HorizontalPodAutoscaler"]["spec"]
    assert (scaler["minReplicas"], scaler["maxReplicas"]) == (2, 5), scaler
    assert scaler["metrics"][0]["external"]["metric"]["name"] == "platen_queue_age_seconds", scaler
    labels = kinds["Deployment"]["spec"]["template"]["metadata"]["labels"].items()
    assert kinds["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"].items() <= labels
    maker = kinds["Job"]["spec"]["template"]
    assert maker["spec"]["containers"][0]["args"] == ["store", "create"], maker
    for service in (it for it in made if it["kind"] == "Service"):
        assert service["spec"]["selector"].items() <= labels, service
        assert not service["spec"]["selector"].items() <= maker["metadata"]["labels"].items(), "calls reach the set-up"
    return made


def chart(dist, folder):
    import kubernetes_validate

    packed = only(dist, "platen-*-chart.tgz")
    least = folder / "least.yaml"
    least.write_text(json.dumps({"publicUrl": "https://docs.example.org"}))
    most = folder / "most.yaml"
    most.write_text(json.dumps(ALL))
    for values in [least, most]:
        call(HELM, "lint", "--strict", packed, "--values", values)
        made = [it for it in yaml.safe_load_all(call(HELM, "template", "office", packed, "--values", values)) if it]
        for manifest in made:
            # The operator's own kinds have no schema among Kubernetes'.
            if manifest["kind"] not in ["ServiceMonitor", "PrometheusRule"]:
                kubernetes_validate.validate(manifest, "1.33", strict=True)
        pod = next(it for it in made if it["kind"] == "StatefulSet")["spec"]["template"]
        for service in (it for it in made if it["kind"] == "Service"):
            selector = service["spec"]["selector"].items()
            assert selector <= pod["metadata"]["labels"].items(), service
            ports = {port["name"] for port in pod["spec"]["containers"][0]["ports"]}
            assert {port["targetPort"] for port in service["spec"]["ports"]} <= ports, service
    kinds = sorted(manifest["kind"] for manifest in made)
    expected = ["ConfigMap", "Ingress", "NetworkPolicy", "PrometheusRule", "Service", "Service", "ServiceMonitor", "StatefulSet"]
    assert kinds == expected, kinds
    alarms(folder, next(it for it in made if it["kind"] == "PrometheusRule")["spec"])
    dashboard = next(it for it in made if it["kind"] == "ConfigMap")["data"]["platen.json"]
    assert json.loads(dashboard) == json.loads((ROOT / "infra/grafana.json").read_text())
    assert pod["spec"]["terminationGracePeriodSeconds"] == 52, pod
    assert {"name": "PLATEN_SHUTDOWN_DELAY", "value": "12"} in pod["spec"]["containers"][0]["env"], pod
    claims = [volume["persistentVolumeClaim"]["claimName"] for volume in pod["spec"]["volumes"] if volume["name"] == "data"]
    assert claims == ["documents"], pod
    assert next(it for it in made if it["kind"] == "Ingress")["spec"]["rules"][0]["host"] == "docs.example.org"
    version = re.search(r"platen-(.+)-chart", packed.name)[1]
    assert pod["spec"]["containers"][0]["image"] == f"ghcr.io/platen/platen:{version}", pod
    # Wrong values are refused, with the name of what is wrong.
    for wrong, name in [({}, "publicUrl is required"), ({"publicUrl": "docs"}, "publicUrl"), ({"replicas": 2}, "replicas")]:
        least.write_text(json.dumps(wrong))
        refused = subprocess.run([HELM, "template", packed, "--values", least], capture_output=True, text=True)
        assert refused.returncode != 0 and name in refused.stderr, refused
    shared = several(folder, packed)
    for manifest in shared:
        if manifest["kind"] not in ["ServiceMonitor", "PrometheusRule"]:
            kubernetes_validate.validate(manifest, "1.33", strict=True)
    manifests = folder / "manifests.yaml"
    own = ["Deployment", "Job", "PodDisruptionBudget", "HorizontalPodAutoscaler"]
    manifests.write_text(yaml.safe_dump_all(made + [it for it in shared if it["kind"] in own]))
    # What a chart cannot decide: the image's digest, the namespace that it is installed in, and a limit of processor time, which
    # only slows a service down. The tag is a version, which does not change, so nothing is pulled again. Settings are the environment.
    skipped = "CKV_K8S_43,CKV_K8S_15,CKV_K8S_21,CKV_K8S_11,CKV_K8S_35,CKV2_K8S_6"
    checkov = ROOT / ".work/checkov/bin/checkov"
    call(checkov, "--framework", "kubernetes", "--skip-download", "--quiet", "--compact", "--file", manifests, "--skip-check", skipped)


def alarms(folder, rules):
    """Prometheus reads the rules, and each names figures of this chart's own pod."""
    file = folder / "alarms.yaml"
    file.write_text(yaml.safe_dump(rules))
    call(ROOT / ".work/promtool/promtool", "check", "rules", file)
    for rule in rules["groups"][0]["rules"]:
        assert 'job="office-platen-metrics"' in rule["expr"], rule


def compose(dist, _folder):
    file = ROOT / "infra/compose.yaml"
    call("docker-compose", "--file", file, "config", "--quiet")
    service = yaml.safe_load(file.read_text())["services"]["platen"]
    image = only(dist, "platen-*-oci-*.tar")
    config = json.loads(call("skopeo", "inspect", "--config", "--raw", f"docker-archive:{image}"))["config"]
    assert service["healthcheck"]["test"] == config["Healthcheck"]["Test"], "the image's own check"
    assert service["volumes"] == [f"data:{volume}" for volume in config["Volumes"]], config
    version = re.search(r"platen-(.+)-oci", image.name)[1]
    assert f"platen:{version}" in service["image"], "compose.yaml names another version"
    several = ROOT / "infra/compose-several.yaml"
    secret = os.environ | {"PLATEN_STORE_SECRET": "checked"}
    made = yaml.safe_load(call("docker-compose", "--file", several, "config", env=secret))["services"]
    assert sorted(made) == ["balancer", "objects", "platen-1", "platen-2", "queues", "records", "set-up"], made.keys()
    settings = made["platen-1"]["environment"]
    assert settings == made["platen-2"]["environment"] == made["set-up"]["environment"], "they share a store"
    bound = [it.split(":")[0] for service in made.values() for it in service.get("volumes", []) if it.startswith("/")]
    assert len(bound) == 2 and all(Path(it).is_file() for it in bound), bound
    site = ROOT / "infra/proxy/several.Caddyfile"
    call("caddy", "validate", "--adapter", "caddyfile", "--config", site)
    assert all(f"{name}:8080" in site.read_text() for name in made if name.startswith("platen-")), site
    assert f"platen:{version}" in made["platen-2"]["image"], "compose-several.yaml names another version"


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def shakes_hands(port, trusting):
    """Whether a proxy listens and has its certificate, which Caddy makes after it began to listen."""
    try:
        with socket.create_connection(("127.0.0.1", port)) as tried:
            trusting.wrap_socket(tried, server_hostname="localhost").close()
    except OSError:
        return False
    return True


def behind(folder, proxy, configure):
    """A document through a proxy: `configure` writes its configuration for two ports, and gives the command that starts it."""
    port, inner = free_port(), free_port()
    url = f"https://localhost:{port}"
    environment = os.environ | {"PUBLIC_URL": url, "PLATEN_TRUSTED_PROXIES": "127.0.0.1"}
    words = [os.environ["PLATEN"], "serve", "--listen", f"127.0.0.1:{inner}", "--data", folder / f"data-{proxy}"]
    with Service(words, environment) as service:
        running = subprocess.Popen(configure(port, inner), stdout=subprocess.DEVNULL, stderr=(folder / "proxy.log").open("w"))
        try:
            # Its certificate is its own.
            trusting = ssl._create_unverified_context()
            until(lambda: shakes_hands(port, trusting))
            listed = json.loads(service.send("/api/getTemplates?pageNumber=1&pageSize=10", base=url, context=trusting))
            letter = next(item for item in listed["items"] if item["fileName"] == "letter.docx")["templateId"]
            model = service.send(f"/api/generateModel?templateId={letter}", b"", url, trusting)
            items = json.dumps({"templateId": letter, "format": ".docx", "items": [json.loads(model)]}).encode()
            job = json.loads(service.send("/api/generateDocumentsBulk", items, url, trusting))["jobId"]
            ended = until(lambda: _ended(json.loads(service.send(f"/api/bulkGenerationJobs/{job}", None, url, trusting))))
            assert ended["zipUrl"].startswith(f"{url}/"), ended
            archive = service.send(ended["zipUrl"].removeprefix(url), None, url, trusting)
            assert archive.startswith(b"PK"), archive[:20]
        finally:
            running.terminate()
            running.wait(30)
    print(f"made a job through {proxy}")


def _ended(job):
    return job if job["status"] == "Completed" else None


def proxies(_dist, folder):
    def nginx(port, inner):
        place = folder / "nginx"
        place.mkdir()
        call(
            *"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost".split(),
            *["-keyout", place / "key", "-out", place / "cert"],
        )
        site = (ROOT / "infra/proxy/nginx.conf").read_text()
        for old, new in [
            ("443 ssl", f"127.0.0.1:{port} ssl"),
            ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
            ("docs.example.org;", "localhost;"),
            ("/etc/ssl/docs.example.org.pem", place / "cert"),
            ("/etc/ssl/docs.example.org.key", place / "key"),
            ("127.0.0.1:8080", f"127.0.0.1:{inner}"),
        ]:
            assert old in site, old
            site = site.replace(old, str(new))
        (place / "site.conf").write_text(site)
        temporary = "".join(
            f"{kind}_temp_path {place}/{kind};" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        )
        main = f"daemon off; pid {place}/pid; error_log stderr; events {{}} "
        main += f"http {{ access_log off; {temporary} include {place}/site.conf; }}"
        (place / "nginx.conf").write_text(main)
        command = ["nginx", "-c", str(place / "nginx.conf"), "-p", str(place)]
        call(*command, "-t")
        return command

    def caddy(port, inner):
        place = folder / "caddy"
        place.mkdir()
        example = ROOT / "infra/proxy/Caddyfile"
        call("caddy", "validate", "--adapter", "caddyfile", "--config", example)
        site = example.read_text()
        site = site.replace("\ndocs.example.org {", f"\nlocalhost:{port} {{\n\ttls internal")
        site = site.replace("127.0.0.1:8080", f"127.0.0.1:{inner}")
        own = f"{{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system {place}\n}}\n"
        (place / "Caddyfile").write_text(own + site)
        return ["caddy", "run", "--adapter", "caddyfile", "--config", str(place / "Caddyfile")]

    behind(folder, "nginx", nginx)
    behind(folder, "Caddy", caddy)


KINDS = {it.__name__: it for it in [chart, compose, proxies]}

if __name__ == "__main__":
    kind, dist, folder = sys.argv[1:]
    KINDS[kind](Path(dist), Path(folder))
    print(f"{kind} works")
