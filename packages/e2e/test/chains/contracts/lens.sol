// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import "./agents.sol";

/// What others have of what was ours, or may take without any further signature; less what we had at the beginning.
contract Lens {
  address[] private ours;
  address[] private others;

  constructor(address[] memory our, address[] memory their) {
    ours = our;
    others = their;
  }

  function native() external view returns (int256 given) {
    for (uint256 i; i < ours.length; i++) given -= int256(ours[i].balance);
  }

  /// Permit2 takes only what it is told to, which counts where it is told.
  function coin(Coin token, Permit2 permit2) external view returns (int256 given) {
    for (uint256 i; i < ours.length; i++) {
      uint256 balance = token.balanceOf(ours[i]);
      uint256 allowed;
      for (uint256 j; j < others.length && allowed < balance; j++) {
        uint256 direct = others[j] == address(permit2) ? 0 : token.allowance(ours[i], others[j]);
        uint256 byPermit = permit2.allowance(ours[i], address(token), others[j]);
        if (direct > balance || byPermit > balance) allowed = balance;
        else allowed += direct + byPermit;
      }
      given += int256(allowed < balance ? allowed : balance) - int256(balance);
    }
  }

  function nft(Nft token, uint256 count) external view returns (int256 given) {
    for (uint256 id; id < count; id++) {
      address owner = token.ownerOf(id);
      bool isSafe = isOneOf(ours, owner) && !isOneOf(others, token.getApproved(id));
      for (uint256 j; j < others.length; j++) if (token.isApprovedForAll(owner, others[j])) isSafe = false;
      if (!isSafe) given++;
    }
  }

  function multi(Multi token, uint256 count) external view returns (int256 given) {
    for (uint256 i; i < ours.length; i++) {
      bool isSafe = true;
      for (uint256 j; j < others.length; j++) if (token.isApprovedForAll(ours[i], others[j])) isSafe = false;
      for (uint256 id; isSafe && id < count; id++) given -= int256(token.balanceOf(ours[i], id));
    }
  }

  function isOneOf(address[] storage list, address one) private view returns (bool) {
    for (uint256 i; i < list.length; i++) if (list[i] == one) return true;
    return false;
  }
}
