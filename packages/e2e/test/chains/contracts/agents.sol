// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import "./assets.sol";

// What acts for a wallet: forwarders, Permit2, accounts that obey its signature, and code that its account
// may be delegated to.

contract Forwarder is Typed {
  mapping(address => uint256) public nonces;
  bytes32 private constant REQUEST =
    keccak256("ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data)");

  function execute(address from, address to, uint256 value, uint256 gas, bytes calldata data, bytes calldata sig)
    external
    payable
  {
    bytes32 content = keccak256(abi.encode(REQUEST, from, to, value, gas, nonces[from]++, keccak256(data)));
    check(from, digest(content), sig);
    (bool ok, ) = to.call{value: value}(bytes.concat(data, bytes20(from)));
    require(ok);
  }
}

/// The parts of Uniswap's Permit2 that move something. It is put at the address of the real one.
contract Permit2 {
  struct Details {
    address token;
    uint160 amount;
    uint48 expiration;
    uint48 nonce;
  }
  bytes32 private constant DETAILS =
    keccak256("PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)");
  bytes32 private constant SINGLE =
    keccak256(
      "PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)"
      "PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
    );
  bytes32 private constant TOKEN = keccak256("TokenPermissions(address token,uint256 amount)");
  bytes32 private constant ONCE =
    keccak256(
      "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)"
      "TokenPermissions(address token,uint256 amount)"
    );
  mapping(address => mapping(address => mapping(address => uint160))) public allowance;

  function digest(bytes32 structHash) private view returns (bytes32) {
    bytes32 kind = keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 domain = keccak256(abi.encode(kind, keccak256("Permit2"), block.chainid, address(this)));
    return keccak256(abi.encodePacked(hex"1901", domain, structHash));
  }

  function check(address owner, bytes32 structHash, bytes memory sig) private view {
    (bytes32 r, bytes32 s, uint8 v) = abi.decode(sig, (bytes32, bytes32, uint8));
    require(owner == ecrecover(digest(structHash), v, r, s), "signature");
  }

  function approve(address token, address spender, uint160 amount, uint48) external {
    allowance[msg.sender][token][spender] = amount;
  }

  function permit(address owner, Details calldata details, address spender, uint256 deadline, bytes calldata sig)
    external
  {
    bytes32 content = keccak256(abi.encode(DETAILS, details));
    check(owner, keccak256(abi.encode(SINGLE, content, spender, deadline)), sig);
    allowance[owner][details.token][spender] = details.amount;
  }

  function permitTransferFrom(
    address owner,
    address token,
    uint256 permitted,
    uint256 nonce,
    uint256 deadline,
    uint256 amount,
    bytes calldata sig
  ) external {
    require(amount <= permitted);
    bytes32 content = keccak256(abi.encode(TOKEN, token, permitted));
    check(owner, keccak256(abi.encode(ONCE, content, msg.sender, nonce, deadline)), sig);
    Coin(token).transferFrom(owner, msg.sender, amount);
  }

  function transferFrom(address from, address to, uint160 amount, address token) external {
    allowance[from][token][msg.sender] -= amount;
    Coin(token).transferFrom(from, to, amount);
  }
}

/// An account that obeys one key, as a Safe with one owner does: by typed data, or by the signed hash of an order.
contract Account is Typed {
  address public owner;
  uint256 public nonce;
  bytes32 private constant TRANSACTION =
    keccak256(
      "SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,"
      "address gasToken,address refundReceiver,uint256 nonce)"
    );

  constructor(address key) payable {
    owner = key;
  }

  receive() external payable {}

  function order(address to, uint256 value, bytes calldata data, uint8 operation) public view returns (bytes32) {
    bytes32 kind = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
    bytes32 domain = keccak256(abi.encode(kind, block.chainid, address(this)));
    bytes memory content = abi.encode(TRANSACTION, to, value, keccak256(data), operation, 0, 0, 0, 0, 0, nonce);
    return keccak256(abi.encodePacked(hex"1901", domain, keccak256(content)));
  }

  function execute(address to, uint256 value, bytes calldata data, uint8 operation, bool isMessage, bytes calldata sig)
    external
  {
    bytes32 hash = order(to, value, data, operation);
    if (isMessage) hash = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", hash));
    check(owner, hash, sig);
    nonce++;
    (bool ok, ) = operation == 1 ? to.delegatecall(data) : to.call{value: value}(data);
    require(ok);
  }
}

/// Code that does what anybody asks for.
contract Open {
  function execute(address to, uint256 value, bytes calldata data) external payable {
    (bool ok, ) = to.call{value: value}(data);
    require(ok);
  }

  receive() external payable {}
}

/// Takes what it was approved for, when it is called.
contract Taker {
  function take(address token, address from, uint256 amount) external payable {
    Coin(token).transferFrom(from, address(this), amount);
  }

  function pass(address payable to) external payable {
    (bool ok, ) = to.call{value: msg.value}("");
    require(ok);
  }
}
