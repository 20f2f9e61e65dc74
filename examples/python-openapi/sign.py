"""Calls the wallet service by its API document alone: no SDK, and only Python's standard library."""

import base64
import json
import os
import sys
import urllib.error
import urllib.request

BASE_URL = os.environ["BASE_URL"]

# What each name in the API document stands for.
VALUES = {
    "UserToken": f"Bearer {os.environ['USER_TOKEN']}",
    "ApiKey": os.environ["API_KEY"],
    "X-OIDC-Provider-ID": os.environ["PROVIDER_ID"],
    "X-Service-Chain": "ETH",
}

with urllib.request.urlopen(f"{BASE_URL}/openapi.json", timeout=10) as answer:
    DOCUMENT = json.load(answer)


def operation_of(name):
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            if operation.get("operationId") == name:
                return method.upper(), path, operation
    raise KeyError(f"the API document has no operation {name}")


def headers_of(operation):
    """The credentials and the required headers of an operation."""
    headers = {}
    for name in operation["security"][0]:
        scheme = DOCUMENT["components"]["securitySchemes"][name]
        headers[scheme.get("name", "Authorization")] = VALUES[name]
    for parameter in operation["parameters"]:
        if parameter["in"] == "header" and parameter["required"]:
            headers[parameter["name"]] = VALUES[parameter["name"]]
    return headers


def call(name, body=None):
    method, path, operation = operation_of(name)
    headers = headers_of(operation)
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    request = urllib.request.Request(BASE_URL + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


try:
    wallet = call("getOrCreateWallet")
    message = base64.b64encode(b"hello").decode()
    signed = call("signMessage", {"message_base64": message})
    print("wallet", wallet["public_address"])
    print("signature", signed["signature"])
except urllib.error.HTTPError as refused:
    problem = json.load(refused)
    sys.exit(f"{problem['code']}: {problem['detail']} (trace {problem['trace_id']})")
